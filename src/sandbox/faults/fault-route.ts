import type { Route } from '../../gateway/call/route-rules.js';

/** Path parameter, `{id}` or `:id`, as a regular expression for JavaScript and Postgres. */
export const PLACE = ':\\w+|\\{\\w+\\}';

/** Lists the names that match a route (sandbox.18): its path or a beginning up to a slash, also with the method. */
export function namesOfRoute({ method, template }: Pick<Route, 'method' | 'template'>): string[] {
  const path = inOneForm(template);
  const beginnings = Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
  return [path, ...beginnings].flatMap((name) => [name, `${method} ${name}`]);
}

/** Replaces every parameter of a path by `{}`. */
export function inOneForm(name: string): string {
  return name.replace(new RegExp(PLACE, 'g'), '{}');
}
