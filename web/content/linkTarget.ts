/** Where a link leads, as the browser would read it. */
export interface LinkTarget {
  /** The whole address, in the browser's own spelling: foreign letters of a host in their coded form. */
  address: string;
  host: string;
  /** A name stands before the host, which looks like a host to a quick eye: `https://bank.example@other.example`. */
  hasUser: boolean;
}

/** The target of a link that a person may open, or null for what is no absolute `http` or `https` address. */
export function linkTarget(href: string): LinkTarget | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return { address: url.href, host: url.host, hasUser: url.username !== '' || url.password !== '' };
}
