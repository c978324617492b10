import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Smaller ones fit into a few packets as they are. */
const leastBytes = 16 * 1024;
/** Takes a tenth of a second for the rows of a very long run, on a thread of its own. */
const brotliQuality = 5;

const encoders = {
  br: (bytes: Buffer) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    return promisify(brotliCompress)(bytes, { params });
  },
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof encoders;

/** Sends replies, large ones compressed. A reply object that is given again is not put into bytes again. */
export class CompressedReplies {
  private readonly sent = new WeakMap<object, Map<Encoding | 'plain', Promise<Buffer>>>();

  async send(reply: object, request: Request, response: Response): Promise<void> {
    const plain = await this.bytes(reply, 'plain', async () => Buffer.from(JSON.stringify(reply)));
    const encoding = plain.length < leastBytes ? null : acceptedEncoding(request);
    const body = encoding ? await this.bytes(reply, encoding, () => encoders[encoding](plain)) : plain;
    if (response.destroyed) return;
    if (encoding) response.set('content-encoding', encoding);
    response.set('vary', 'accept-encoding').type('json').send(body);
  }

  private bytes(reply: object, form: Encoding | 'plain', make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.sent.get(reply) ?? new Map<Encoding | 'plain', Promise<Buffer>>();
    this.sent.set(reply, known);
    const bytes = known.get(form) ?? make();
    known.set(form, bytes);
    return bytes;
  }
}

function acceptedEncoding(request: Request): Encoding | null {
  // One by one: browsers name all that they take in an order that means nothing.
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : null;
}
