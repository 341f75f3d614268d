import type { Route } from '../../gateway/call/route.js';

/** `{id}` of the document or `:id` of the program, as a regular expression of JavaScript and of Postgres. */
export const PLACE = ':\\w+|\\{\\w+\\}';

/** Lists the names of a route in an armed fault (sandbox.18): its path or a beginning of it up to a slash, with or without the method. */
export function namesOfRoute({ method, template }: Pick<Route, 'method' | 'template'>): string[] {
  const path = inOneForm(template);
  const beginnings = Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
  return [path, ...beginnings].flatMap((name) => [name, `${method} ${name}`]);
}

/** Writes every parameter of a path as `{}`. */
export function inOneForm(name: string): string {
  return name.replace(new RegExp(PLACE, 'g'), '{}');
}
