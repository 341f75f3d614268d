import type { Route } from '../../gateway/call/route-rules.js';

/** A regular expression of JavaScript and of Postgres: `{id}` of the document, `:id` of the program. */
export const PLACE = ':\\w+|\\{\\w+\\}';

/**
 * The ways to name a route in an armed fault (sandbox.18): its path as the API document writes it, or how that begins up to a slash, each with
 * its method before it or without.
 */
export function namesOfRoute({ method, template }: Pick<Route, 'method' | 'template'>): string[] {
  const path = inOneForm(template);
  const beginnings = Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
  return [path, ...beginnings].flatMap((name) => [name, `${method} ${name}`]);
}

/** The name with its places alike, however they are called. */
export function inOneForm(name: string): string {
  return name.replace(new RegExp(PLACE, 'g'), '{}');
}
