/**
 * One annotation of GitHub's workflows, `::error file=…::text`, with what would end a value or the line escaped. Hidden
 * characters are the caller's to take out. Properties that are undefined are left out.
 */
export function toWorkflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string
): string {
  const known = Object.entries(properties).filter(([, value]) => value !== undefined);
  const pairs = known.map(([key, value]) => `${key}=${toProperty(String(value))}`);
  return `::${name} ${pairs.join(",")}::${toData(text)}`;
}

function toData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function toProperty(text: string): string {
  return toData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
