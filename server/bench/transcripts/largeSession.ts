import { noisePng } from './noisePng.ts';

/** What a result holds instead of a few lines. */
interface Big {
  kind: 'text' | 'image';
  sizeBytes: number;
  /** What a text ends with. */
  ending?: string;
}

interface Call {
  id: string;
  name: string;
  input: Record<string, unknown>;
}

const verbs = ['check', 'read', 'rename', 'round', 'sort', 'split', 'move', 'count', 'compare', 'clean'];
const things = ['price', 'order', 'invoice', 'discount', 'tax', 'shelf', 'label', 'total', 'stock', 'report'];
const small = ['the', 'each', 'of', 'in', 'with', 'before', 'after', 'again', 'every', 'its'];
const errors = ['no such file', 'one test failed: total of two rows', 'the text was not found'];
const [alphabet, hex] = ['ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789', '0123456789abcdef'];

/** Makes the records of a session one after the other. Ids, words and times follow from the numbers it is given. */
export class LargeSession {
  private readonly random: () => number;
  private readonly sessionId: string;
  private parent: string | null = null;
  private second = 0;

  /** @param random numbers from 0 up to 1 */
  constructor(random: () => number) {
    this.random = random;
    this.sessionId = this.uuid();
  }

  /** The record that the next one follows. */
  get last(): string {
    return this.parent ?? '';
  }

  /** Words of a person. @param after the record they follow */
  prompt(text: string, after: string | null): object {
    this.parent = after;
    this.second += 60;
    return this.user(text);
  }

  /** A reply with so many calls, piece by piece, and their results. */
  *turn(callCount: number, big: Big | null): Generator<object> {
    const reply = { id: `msg_${this.letters(24)}`, input: 2_000 + this.upTo(90_000), stop: 'tool_use' };
    yield this.piece(reply, { type: 'text', text: this.sentence(4 + this.upTo(20)) });
    const calls = Array.from({ length: callCount }, () => this.call());
    for (const { id, name, input } of calls) yield this.piece(reply, { type: 'tool_use', id, name, input });
    for (const [index, call] of calls.entries()) yield this.result(call, index === 0 ? big : null);
  }

  /** Names the live end. */
  leaf(uuid: string): object {
    return { type: 'last-prompt', lastPrompt: 'Go on.', leafUuid: uuid, sessionId: this.sessionId };
  }

  private result(call: Call, big: Big | null): object {
    const isError = big === null && this.random() < 0.03;
    const content = big ? this.bigContent(big) : isError ? this.pick(errors) : this.lines(call);
    const block = { type: 'tool_result', tool_use_id: call.id, content };
    return this.user([isError ? { ...block, is_error: true } : block]);
  }

  private user(content: unknown): object {
    return { ...this.head(), type: 'user', message: { role: 'user', content } };
  }

  private piece(reply: { id: string; input: number; stop: string }, block: object): object {
    const usage = { input_tokens: reply.input, output_tokens: 20 + this.upTo(900) };
    const message = {
      id: reply.id,
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [block],
      stop_reason: reply.stop,
      usage,
    };
    return { ...this.head(), type: 'assistant', message };
  }

  private head(): object {
    const uuid = this.uuid();
    const head = {
      parentUuid: this.parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/shop',
      sessionId: this.sessionId,
      version: '2.1.50',
      uuid,
      timestamp: new Date(Date.UTC(2026, 0, 5, 9) + this.second * 1000).toISOString(),
    };
    this.parent = uuid;
    this.second += 1;
    return head;
  }

  private call(): Call {
    const id = `toolu_${this.letters(24)}`;
    const path = `/shop/src/${this.pick(things)}/${this.pick(verbs)}-${this.pick(things)}.mjs`;
    const kind = this.random();
    if (kind < 0.4) return { id, name: 'Read', input: { file_path: path } };
    if (kind < 0.6) return { id, name: 'Grep', input: { pattern: this.pick(things), path: '/shop/src' } };
    if (kind < 0.85) return { id, name: 'Bash', input: { command: `npm test -- ${this.pick(things)}` } };
    return {
      id,
      name: 'Edit',
      input: { file_path: path, old_string: this.sentence(8), new_string: this.sentence(9) },
    };
  }

  private lines({ name }: Call): string {
    const count = name === 'Edit' ? 1 : 3 + this.upTo(25);
    return Array.from({ length: count }, (_, line) => `${line + 1}\t${this.sentence(6)}`).join('\n');
  }

  /** A big text repeats a few hundred of its own lines, so that it costs little to make. */
  private bigContent({ kind, sizeBytes, ending = '' }: Big): unknown {
    if (kind === 'image') {
      const data = noisePng(sizeBytes, this.random).toString('base64');
      return [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }];
    }
    const some = Array.from({ length: 300 }, () => this.sentence(12)).join('\n');
    const length = sizeBytes - ending.length;
    return some.repeat(Math.ceil(length / some.length)).slice(0, length) + ending;
  }

  private sentence(words: number): string {
    return Array.from({ length: words }, (_, at) => this.pick([verbs, small, things][at % 3] ?? small)).join(
      ' ',
    );
  }

  private uuid(): string {
    return [8, 4, 4, 4, 12].map(length => this.letters(length, hex)).join('-');
  }

  private letters(count: number, from = alphabet): string {
    return Array.from({ length: count }, () => from[this.upTo(from.length)]).join('');
  }

  private pick(list: readonly string[]): string {
    return list[this.upTo(list.length)] ?? '';
  }

  private upTo(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}
