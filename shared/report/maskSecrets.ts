/** What a masked text looked like. */
export type SecretKind = 'key' | 'token' | 'password' | 'private key';

/** How many different secrets of a kind were masked. */
export interface MaskedCount {
  kind: SecretKind;
  count: number;
}

interface SecretForm {
  kind: SecretKind;
  /** Its group `secret` is what is masked. */
  pattern: RegExp;
}

/**
 * What keys look like, by the beginnings that their makers publish (Anthropic, OpenAI, GitHub, GitLab, Slack, Stripe, AWS,
 * Google, npm, Hugging Face), by form (JSON web tokens, private keys, passwords in addresses), and by the name that stands before them.
 */
const forms: readonly SecretForm[] = [
  {
    kind: 'private key',
    pattern: /(?<secret>-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$))/g,
  },
  {
    kind: 'key',
    pattern:
      /(?<![\w-])(?<secret>(?:sk-|sk_live_|sk_test_|rk_live_|pk_live_|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|xapp-|AKIA|ASIA|AIza|npm_|hf_)[\w-]{12,})/g,
  },
  { kind: 'token', pattern: /(?<![\w-])(?<secret>eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?)/g },
  { kind: 'token', pattern: /\bBearer\s+(?<secret>[\w.~+/-]{12,}=*)/gi },
  { kind: 'password', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:(?<secret>[^\s/@]{3,200})@/gi },
  {
    kind: 'password',
    pattern:
      /(?<![a-z])(?:api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|secret|password|passwd|[a-z0-9_]{1,40}_(?:api_key|key|token|secret|password))\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?<secret>[^\s"'\\,;&)}\]]{8,500})/gi,
  },
];

/** Names of fields whose whole value is a secret, however it looks. */
const secretField =
  /^(?:x-)?(?:api[_-]?key|authorization|password|passwd|secret|client[_-]?secret|(?:access|auth|refresh)[_-]?token|private[_-]?key)$/i;

/** A secret that was cut off (for a line of a table) is known by so many of its first letters. */
const leastBeginning = 8;

/**
 * Takes secrets out of what is given away. Each stands as `[masked key 1]`, the same one always with the same number, so
 * that a change from one key to another is still seen as one. What it has met once in whole, it also knows where it is cut off: show it
 * the whole texts before the short ones.
 */
export class SecretMask {
  readonly #found = new Map<string, { kind: SecretKind; number: number }>();
  readonly #counts = new Map<SecretKind, number>();
  readonly #known: readonly string[];

  /** @param known secrets of this process, which are masked wherever they stand; short ones are left out */
  constructor(known: readonly string[] = []) {
    this.#known = known.filter(secret => secret.length >= leastBeginning);
  }

  /** How many different ones stand masked in a text, by kind. */
  maskedIn(text: string): MaskedCount[] {
    const present = [...this.#found.values()].filter(found => text.includes(signOf(found)));
    const kinds = [...new Set(present.map(({ kind }) => kind))];
    return kinds.map(kind => ({ kind, count: present.filter(found => found.kind === kind).length }));
  }

  /** The text without its secrets. */
  text(text: string): string {
    // What is known goes first: the beginning of a known key looks like a key of its own.
    let masked = this.#withoutBeginning(this.#withoutKnown(text));
    for (const { kind, pattern } of forms) masked = this.#withoutForm(masked, kind, pattern);
    return this.#withoutKnown(masked);
  }

  /** The same value with every text in it masked, names of fields included. */
  value<T>(value: T): T {
    // Only texts change, each to another text.
    return this.#masked(value, null) as T;
  }

  #masked(value: unknown, field: string | null): unknown {
    if (typeof value === 'string') {
      const isWhole = field !== null && secretField.test(field) && value.length >= 4;
      return isWhole ? this.#signOf(value, 'password') : this.text(value);
    }
    if (Array.isArray(value)) return value.map(item => this.#masked(item, field));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, inner]) => [this.text(name), this.#masked(inner, name)]);
    return Object.fromEntries(fields);
  }

  #withoutKnown(text: string): string {
    let masked = text;
    for (const secret of [...this.#known, ...this.#found.keys()]) {
      if (masked.includes(secret)) masked = masked.replaceAll(secret, this.#signOf(secret, 'key'));
    }
    return masked;
  }

  #withoutForm(text: string, kind: SecretKind, pattern: RegExp): string {
    return text.replace(pattern, (...match) => {
      const [whole, groups] = [String(match[0]), match.at(-1)];
      const secret: unknown = Object.values(groups ?? {})[0];
      if (typeof secret !== 'string' || isHarmless(secret)) return whole;
      return whole.replace(secret, () => this.#signOf(secret, kind));
    });
  }

  /** A text that ends, or goes on with `…`, inside a secret. */
  #withoutBeginning(text: string): string {
    const isCut = text.endsWith('…');
    const shown = isCut ? text.slice(0, -1) : text;
    for (const secret of [...this.#known, ...this.#found.keys()]) {
      const start = shown.lastIndexOf(secret.slice(0, leastBeginning));
      if (start < 0 || !secret.startsWith(shown.slice(start))) continue;
      return `${shown.slice(0, start)}${this.#signOf(secret, 'key')}${isCut ? '…' : ''}`;
    }
    return text;
  }

  /** @param kind of one that is met for the first time */
  #signOf(secret: string, kind: SecretKind): string {
    const known = this.#found.get(secret);
    if (known) return signOf(known);
    const found = { kind, number: (this.#counts.get(kind) ?? 0) + 1 };
    this.#counts.set(kind, found.number);
    this.#found.set(secret, found);
    return signOf(found);
  }
}

function signOf({ kind, number }: { kind: SecretKind; number: number }): string {
  return `[masked ${kind} ${number}]`;
}

/** What was masked already, what stands for a value (`$TOKEN`, `${{ secrets.X }}`, `<your key>`, `process.env.X`), and stars. */
function isHarmless(secret: string): boolean {
  return /^(?:\[masked [a-z ]+ \d+\].*|\$\{?\w*\}?|\$\{\{.*|\{\{.*|<[^>]*>?|%\w+%|process\.env\b.*|os\.(?:environ|getenv)\b.*|\*+|x+|\.+)$/is.test(
    secret,
  );
}
