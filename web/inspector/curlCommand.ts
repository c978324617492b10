const END = 'END_OF_REQUEST';

interface CurlParts {
  body: unknown;
  betas: readonly string[];
  /** Lines that stand above the command, as comments. */
  notes: readonly string[];
}

/**
 * A request as a command line for a shell. It holds no key: the shell puts in its own. The body is a document that the
 * shell passes on as it stands, since none of its lines can be the word that ends it.
 */
export function curlCommand({ body, betas, notes }: CurlParts): string {
  const headers = [
    '"x-api-key: $ANTHROPIC_API_KEY"',
    "'anthropic-version: 2023-06-01'",
    "'content-type: application/json'",
    ...(betas.length === 0 ? [] : [quoted(`anthropic-beta: ${oneLine(betas.join(','))}`)]),
  ];
  return [
    ...notes.map(note => `# ${oneLine(note)}`),
    'curl https://api.anthropic.com/v1/messages \\',
    ...headers.map(header => `  -H ${header} \\`),
    `  --data-binary @- <<'${END}'`,
    visibleJson(body),
    END,
    '',
  ].join('\n');
}

/** One word for the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Characters that a terminal would obey or that change how a line reads. JSON has a spelling for each of them. */
const unseen = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(
    unseen,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
