const commandName = /<command-name>([^<]*)<\/command-name>/;
const commandArguments = /<command-args>([^<]*)<\/command-args>/;

/** What a person typed: a slash command as `/name arguments` instead of the marks it is recorded with. */
export function commandText(text: string): string {
  const name = commandName.exec(text)?.[1]?.trim();
  if (!name) return text;
  const rest = commandArguments.exec(text)?.[1]?.trim() ?? '';
  return rest === '' ? name : `${name} ${rest}`;
}
