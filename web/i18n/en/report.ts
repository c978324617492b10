/** A comparison or a diff as a file to give away. */
export const report = {
  open: 'Report…',
  title: 'Report',
  about:
    'One file that opens anywhere, offline. It holds what is ticked and nothing else; what looks like a key is masked.',
  parts: 'What goes into it',
  outcome: 'Outcome',
  turns: 'Turns',
  messages: 'Messages',
  settings: 'Request settings',
  files: 'Files',
  effects: 'Effects',
  format: 'Format',
  html: 'HTML',
  markdown: 'Markdown',
  save: 'Save the file',
  saved: 'Saved {file}.',
  nothingMasked: 'Nothing in it looked like a secret.',
  masked: { one: '{count} secret is masked.', other: '{count} secrets are masked.' },
} as const;
