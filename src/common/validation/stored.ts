import { parseLocalDate } from '../athens.js';
import { isRecord } from './checks.js';

/** What DTOs accepted, as it is kept: texts trimmed, nulls and blanks left out, the fields named in `dates` as Greek calendar dates. */
export function toStoredInput(value: unknown, dates: ReadonlySet<string>, field = ''): unknown {
  if (typeof value === 'string') return dates.has(field) ? (parseLocalDate(value) ?? value) : value.trim();
  if (Array.isArray(value)) return value.map((item) => toStoredInput(item, dates));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const stored = toStoredInput(item, dates, name);
    if (stored !== undefined && stored !== null && stored !== '') kept[name] = stored;
  }
  return kept;
}
