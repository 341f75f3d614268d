/** A LIKE pattern of the texts that begin with this one, taken as it is. */
export function startingWith(text: string): string {
  return `${escaped(text)}%`;
}

/** A LIKE pattern of the texts that this one stands in, taken as it is. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
