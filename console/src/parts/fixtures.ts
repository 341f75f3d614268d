import type { Schema } from '../api/schema.js';
import type { Draft, Value } from '../forms/draft.js';
import { toTyped } from '../forms/typed-number.js';
import type { Line } from './contract/contract.js';
import { buildCurl } from './curl.js';

type Fixture = Schema<'FixtureResponse'>;

const WRAPPER = 'fire_application.';
const INSERTS: Readonly<Record<Line, string>> = { fire: '/fire-api/rsc/applications', motor: '/mtr-api/resources/applications' };
/** Lists that the form ticks and the API receives as one text. */
const JOINED: ReadonlySet<string> = new Set(['extraCovers', 'discountCodes']);

/** Returns the line whose form has the values; null for values of another operation. */
export function findLine({ fields, effect }: Fixture): Line | null {
  if (effect === 'infected') return null;
  return Object.keys(fields).some((path) => path.startsWith(WRAPPER)) ? 'fire' : 'motor';
}

/** Adds the values of a fixture to the draft of the form. */
export function fillDraft(draft: Draft, { fields }: Fixture, locale: string): Draft {
  return Object.entries(fields).reduce((filled, [path, value]) => {
    const keys = path
      .replace(WRAPPER, '')
      .replaceAll(/\[(\d+)\]/g, '.$1')
      .split('.');
    return withDeepValue(filled, keys, toDraftValue(value, keys.at(-1)!, locale)) as Draft;
  }, draft);
}

function toDraftValue(value: unknown, name: string, locale: string): Value {
  if (typeof value === 'number') return toTyped(String(value), locale);
  if (Array.isArray(value)) return value.map((item: unknown) => toDraftValue(item, '', locale)) as Value;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toDraftValue(inner, key, locale)]));
  return JOINED.has(name) ? String(value).split(' ') : String(value);
}

/** Sets a value in a copy, and creates the lists and objects on the way. */
function withDeepValue(old: unknown, [key = '', ...rest]: readonly string[], value: Value): unknown {
  if (key === '') return value;
  const isIndex = /^\d+$/.test(key);
  const before = (old ?? (isIndex ? [] : {})) as Readonly<Record<string, unknown>>;
  const next = withDeepValue(before[key], rest, value);
  return isIndex ? Object.assign([...(before as unknown as readonly unknown[])], { [key]: next }) : { ...before, [key]: next };
}

/** Builds the command that inserts an application with the values: the paths are those of jq. */
export function buildFixtureCurl({ fields }: Fixture, line: Line, root: string): string {
  const changes = Object.entries(fields).map(([path, value]) => `.${path} = ${JSON.stringify(value)}`);
  return `jq '${changes.join(' | ')}' application.json |\n  ${buildCurl({ method: 'POST', root, route: INSERTS[line], data: '@-' })}`;
}
