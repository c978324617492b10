import { type FileSignature, inspectFile, isSettled } from './inspectFile.ts';

/** What was read of single files, kept until they change. */
export class FileMemo<T> {
  private readonly values = new Map<string, { signature: FileSignature | null; value: T }>();

  /**
   * The value that `read` made of a file, anew only where the file changed.
   * @param root as for `inspectFile`
   * @throws ForkpointError `unreadable-file`, and what `read` throws
   */
  async get(path: string, root: string, read: () => Promise<T>): Promise<T> {
    const inspectedAtMs = Date.now();
    const signature = await inspectFile(path, root);
    const known = this.values.get(path);
    const isKnown = signature === null || isSettled(signature, inspectedAtMs);
    if (known && isKnown && String(known.signature) === String(signature)) return known.value;
    const value = await read();
    if (isKnown) this.values.set(path, { signature, value });
    return value;
  }
}
