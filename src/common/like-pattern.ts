/** Returns a LIKE pattern for texts with this prefix. */
export function buildStartPattern(text: string): string {
  return `${escaped(text)}%`;
}

/** Returns a LIKE pattern for texts that contain `text`. */
export function buildPartPattern(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
