export function buildStartPattern(text: string): string {
  return `${escaped(text)}%`;
}

export function buildPartPattern(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
