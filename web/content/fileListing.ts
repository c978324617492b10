/** An entry of a listing. `size` and `changed` as the listing wrote them. */
export interface FileEntry {
  name: string;
  kind: 'file' | 'folder' | 'link';
  size: string | null;
  changed: string | null;
  /** Where a link leads. */
  target: string | null;
}

export interface FileListing {
  entries: FileEntry[];
  /** Lines that are no entries: a total, a cut, a heading. */
  notes: string[];
}

type LineReader = (line: string) => FileEntry | null;

const entry = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: name.endsWith('/') ? 'folder' : 'file',
  size: null,
  changed: null,
  target: null,
  ...more,
});

const longLine =
  /^([-dlbcps])[rwxsStT-]{9}[@+.]?\s+\d+\s+\S+\s+\S+\s+([\d.]+[KMGT]?)\s+(\S+\s+\S+\s+\S+|\d{4}-\d\d-\d\d \d\d:\d\d\S*)\s+(.+)$/;

/** `ls -l`. */
const longEntry: LineReader = line => {
  const [, type, size, changed, whole] = longLine.exec(line) ?? [];
  if (type === undefined || whole === undefined) return null;
  const [name = whole, target = null] = type === 'l' ? whole.split(' -> ') : [whole];
  const kind = type === 'd' ? 'folder' : type === 'l' ? 'link' : 'file';
  return entry(name, { kind, size: size ?? null, changed: changed ?? null, target });
};

/** `name/`, `name (812 B)`, `name -> target`, as our own tool lists a folder. */
const sizedEntry: LineReader = line => {
  const sized = /^(.+) \((\d[\d.]* ?[kKMGT]?B)\)$/.exec(line);
  if (sized?.[1]) return entry(sized[1], { size: sized[2] ?? null });
  const link = /^(.+) -> (.+)$/.exec(line);
  if (link?.[1]) return entry(link[1], { kind: 'link', target: link[2] ?? null });
  return /^[^\s].*\/$/.test(line) ? entry(line) : null;
};

const pathEntry: LineReader = line => (/^(?:[A-Za-z]:)?[^\s:*?"<>|()]+$/.test(line) ? entry(line) : null);

const noteLine = /^(?:total \d+|Found \d+ files?.*|\(.*\)|No (?:files found|match)\.?)$/;

/**
 * The entries of a listing, where every line of the text is one (or a known note).
 * @param isPaths whether its tool gives one path a line, which alone would prove nothing
 */
export function fileListing(text: string, isPaths: boolean): FileListing | null {
  const readers = [longEntry, sizedEntry, ...(isPaths ? [pathEntry] : [])];
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const notes = lines.filter(line => noteLine.test(line));
  const listed = lines.filter(line => !noteLine.test(line));
  const least = isPaths ? 1 : 2;
  if (listed.length < least) return null;
  // A listing is written in one way throughout; names alone may stand among sized ones.
  const ways = [readers.slice(0, 1), readers.slice(1)];
  for (const way of ways) {
    const entries = listed.map(line => way.map(read => read(line)).find(found => found !== null) ?? null);
    const whole = entries.filter(found => found !== null);
    if (whole.length === listed.length) return { entries: whole, notes };
  }
  return null;
}
