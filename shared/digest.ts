import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text (as UTF-8) or of bytes, in lower-case hex. */
type Sha256 = (content: string | Uint8Array) => string;

let sha256Hex: Sha256 = content =>
  bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content));

/** Takes another SHA-256 from now on: a process may have one that is many times as fast, and scenes hold megabytes. */
export function digestWith(hash: Sha256): void {
  sha256Hex = hash;
}

/** SHA-256 of a text (as UTF-8) or of bytes, in lower-case hex, cut to `hexLength` characters. */
export function digestOf(content: string | Uint8Array, hexLength = 64): string {
  return sha256Hex(content).slice(0, hexLength);
}

/** Digest of a JSON value with its keys sorted at every level: equal values, equal digests. */
export function digestOfValue(value: unknown, hexLength = 64): string {
  return digestOf(canonicalJson(value), hexLength);
}

/** A JSON value as text with its keys sorted at every level: equal values, equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortedKeys(value)) ?? 'undefined';
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, sortedKeys(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
