/** Values of the placeholders of a template; null where the referral has none. */
export interface TemplateFacts {
  readonly client: string;
  readonly number: string;
  readonly plate: string | null;
}

const PLACE = /\{(client|number|plate)\}/g;

/** Returns the text with its placeholders filled in; null if the referral lacks one of the values. */
export function fillTemplate(text: string, facts: TemplateFacts): string | null {
  const names = Array.from(text.matchAll(PLACE), ([, name]) => name as keyof TemplateFacts);
  return names.some((name) => facts[name] === null) ? null : text.replaceAll(PLACE, (_, name: keyof TemplateFacts) => facts[name]!);
}

/** A message after a template was inserted, and what was typed before it. */
export interface InsertedTemplate {
  readonly typed: string;
  readonly message: string;
}

/** Inserts a text below what was typed. It replaces the last template unless that was edited. */
export function insertTemplate(message: string, last: InsertedTemplate | null, text: string): InsertedTemplate {
  const typed = message === last?.message ? last.typed : message.trim();
  return { typed, message: [typed, text].filter((part) => part !== '').join('\n\n') };
}
