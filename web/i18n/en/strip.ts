export const strip = {
  label: 'Tokens per turn',
  turns: { one: '{count} turn', other: '{count} turns' },
  about: 'tokens per turn',
  bar: 'Turn {turn}: {tokens}',
  context: 'context {percent} of the window',
  fork: 'A branch was forked here',
  rewind: 'A rewind led here',
  compacted: 'compacted',
  compactedAbout: 'The conversation was compacted here: a summary took the place of what was before.',
  window: 'Turns in view',
  windowText: 'turns {first} to {last}',
} as const;
