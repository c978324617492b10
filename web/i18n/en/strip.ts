export const strip = {
  label: 'Tokens per turn',
  turns: { one: '{count} turn', other: '{count} turns' },
  about: 'tokens per turn',
  bar: 'Turn {turn}: {tokens} tokens',
  window: 'Turns in view',
  windowText: 'turns {first} to {last}',
} as const;
