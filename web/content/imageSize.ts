/** The size of a picture as its first bytes say, in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** So many bytes of a picture say how large it is: JPEG may have a preview and colours before that. */
const headBytes = 96 * 1024;

/**
 * The size of a PNG, GIF, WebP or JPEG, read from its first bytes without decoding it; null where they do not say. A few
 * kilobytes can be a picture of a gigapixel.
 * @param base64 its bytes
 */
export function imageSizeOf(base64: string): ImageSize | null {
  const bytes = headOf(base64);
  return bytes === null ? null : (pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes));
}

function headOf(base64: string): DataView | null {
  const characters = Math.ceil(headBytes / 3) * 4;
  const head = base64.slice(0, characters);
  try {
    const bytes = Uint8Array.from(atob(head.slice(0, head.length - (head.length % 4))), sign =>
      sign.charCodeAt(0),
    );
    return new DataView(bytes.buffer);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function begins(bytes: DataView, at: number, signs: string): boolean {
  return (
    bytes.byteLength >= at + signs.length &&
    [...signs].every((sign, index) => bytes.getUint8(at + index) === sign.charCodeAt(0))
  );
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(bytes: DataView): ImageSize | null {
  if (!begins(bytes, 0, '\x89PNG') || !begins(bytes, 12, 'IHDR') || bytes.byteLength < 24) return null;
  return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
}

/** The logical screen, https://www.w3.org/Graphics/GIF/spec-gif89a.txt, 18 */
function gifSize(bytes: DataView): ImageSize | null {
  if (!begins(bytes, 0, 'GIF8') || bytes.byteLength < 10) return null;
  return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
}

/** RFC 9649: lossy, lossless and extended. */
function webpSize(bytes: DataView): ImageSize | null {
  if (!begins(bytes, 0, 'RIFF') || !begins(bytes, 8, 'WEBP') || bytes.byteLength < 30) return null;
  if (begins(bytes, 12, 'VP8 ')) {
    return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
  }
  if (begins(bytes, 12, 'VP8L')) {
    const packed = bytes.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  if (!begins(bytes, 12, 'VP8X')) return null;
  const threeBytes = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x10000 + 1;
  return { width: threeBytes(24), height: threeBytes(27) };
}

/** The first frame header, ITU-T T.81, B.2.2; segments before it are passed by their lengths. */
function jpegSize(bytes: DataView): ImageSize | null {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.byteLength; ) {
    if (bytes.getUint8(at) !== 0xff) return null;
    const marker = bytes.getUint8(at + 1);
    if (isFrameStart(marker)) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    // A marker may be filled up with bytes of the same.
    at += marker === 0xff ? 1 : 2 + bytes.getUint16(at + 2);
  }
  return null;
}

/** Not the tables for Huffman and arithmetic coding, whose numbers lie between. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
