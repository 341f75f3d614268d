/** Returns a text in lower case without accents, and with one form of sigma, to compare what people type. */
export function toPlain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}
