import type { Block } from '../shared/message.ts';
import { type WrittenTurn, writeTurns } from './turnsFolder.ts';

/** Everything here would call this host, if anything called. */
const host = 'attacker.invalid';

/** Texts that try to become something else, each with what a person must be able to read of it. */
export const hostileOutputs: { text: string; seen: string }[] = [
  '<img src=x onerror=alert(1)>',
  `<img src="http://${host}/a.png" srcset="http://${host}/b.png 2x">`,
  "<iframe srcdoc='<script>document.title=1</script>'></iframe>",
  '</script><script>alert(1)</script>',
  '<svg onload=alert(1)><style>*{display:none}</style>',
  `<link rel=stylesheet href=http://${host}/x.css><base href=http://${host}/>`,
  `![x](http://${host}/?q=1)`,
  '[c](javascript:alert(1))',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)}',
  'ragged <!-- not closed',
]
  .map(text => ({ text, seen: text }))
  .concat([
    { text: '{"__proto__":{"x":1},"constructor":{"<b>y</b>":2}}', seen: '__proto__' },
    { text: '\u001b[2J\u001b[1Arm -rf /', seen: '␛[2J␛[1Arm -rf /' },
    {
      text: '\u001b]8;;http://attacker.invalid\u0007click\u001b]8;;\u0007',
      seen: '␛]8;;http://attacker.invalid␇click',
    },
    { text: '\u001b[8mhidden\u001b[0m \u001b[30mdark', seen: 'hidden' },
    { text: 'ok\u202Etxt.exe', seen: 'ok[U+202E]txt.exe' },
    { text: 'a\u2066b\u2069 pay\u200bpal \u{E0041}', seen: 'a[U+2066]b[U+2069] pay[U+200B]pal [U+E0041]' },
    { text: '\ufffd\u0000\u0007\u009b', seen: '\ufffd␀␇[U+009B]' },
    { text: 'half \ud800 a pair', seen: 'half [U+D800] a pair' },
    { text: 'over\rwritten', seen: 'over␍written' },
    { text: `${'Z̸̢̛'.repeat(400)}`, seen: 'Z̸̢̛' },
  ]);

/** Words of the model that try the same through markdown. */
export const hostileReplies: { text: string; seen: string }[] = [
  { text: `![beacon](http://${host}/?q=1)`, seen: `![beacon](http://${host}/?q=1)` },
  { text: '[open me](javascript:alert(1))', seen: '[open me](javascript:alert(1))' },
  { text: `[https://bank.invalid](http://${host}/login)`, seen: `http://${host}/login` },
  { text: `see <https://bank.invalid:pw@${host}/>`, seen: `https://bank.invalid:pw@${host}/` },
  { text: `<img src="http://${host}/p.png" onerror="alert(1)">`, seen: 'onerror="alert(1)"' },
  { text: '<details open ontoggle=alert(1)><summary>x</summary></details>', seen: 'ontoggle=alert(1)' },
  {
    text: '[x]: javascript:alert(1)\n\n[x] and [data](data:text/html,<script>1</script>)',
    seen: '[x]: javascript:alert(1)',
  },
  { text: '```html\n<script>alert(1)</script>\n```', seen: '<script>alert(1)</script>' },
  { text: '<!-- nobody sees this -->', seen: '<!-- nobody sees this -->' },
  { text: `| a |\n|---|\n| 1 | hidden\u202ecell |`, seen: 'hidden[U+202E]cell' },
  { text: 'w'.repeat(30_000), seen: 'wwwwwwwwww' },
];

const hostileName = `run\u202e_<b>x</b>\u0000${'y'.repeat(300)}`;
const hostileId = (index: number) => `toolu_\u202e<i>${index}</i>\u0007"'`;

/** What a call is asked to do, by the same people. */
const hostileInput = JSON.parse(
  `{"__proto__":{"x":1},"path":"../\\u202e<b>etc</b>","old_string":"<img src=x>","new_string":"\\u0000<script>","constructor":"alert(1)","toString":"x","url":"javascript:alert(1)"}`,
);

/** Images that are none, lie elsewhere, or hold script. */
export const hostileImages: Block[] = [
  { type: 'image', source: { type: 'url', url: `http://${host}/i.png` } },
  {
    type: 'image',
    source: { type: 'base64', media_type: 'text/html', data: 'PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==' },
  },
  {
    type: 'image',
    source: { type: 'base64', media_type: 'image/svg+xml', data: 'PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+PC9zdmc+' },
  },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA" onerror="alert(1)' } },
  { type: 'image', source: { type: 'base64', media_type: 'image/png"onload="alert(1)', data: 'AAAA' } },
  { type: 'image', source: { type: 'file', file_id: `http://${host}/f` } },
  { type: '<b>kind\u202e</b>', html: `<img src=http://${host}/u.png>` },
];

/**
 * A folder of checkpoints whose every text is hostile: one turn for each output and reply, one of images, and at the
 * end a call without a result. @returns the folder
 */
export function writeHostileFolder(folder: string): Promise<string> {
  const call = { name: hostileName, input: hostileInput };
  const turns: WrittenTurn[] = [
    ...hostileOutputs.map(({ text }, index) => ({
      ...call,
      text: `Output ${index}.`,
      result: text,
      isError: index % 2 === 1,
    })),
    ...hostileReplies.map(({ text }) => ({ ...call, text })),
    { ...call, text: 'Images.', result: hostileImages, isError: true },
    { ...call, text: 'And then', unanswered: true },
  ];
  const task = '<script>alert("task")</script> \u202Edrow';
  return writeTurns(folder, { task, turns, model: '<i>model\u202e</i>', idOf: hostileId });
}

/** How many turns the folder has. */
export const hostileTurns = hostileOutputs.length + hostileReplies.length + 2;
