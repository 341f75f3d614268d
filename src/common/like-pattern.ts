/** Returns a LIKE pattern for texts that begin with this one. */
export function startingWith(text: string): string {
  return `${escaped(text)}%`;
}

/** Returns a LIKE pattern for texts that contain this one. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
