import { parseLocalDate } from '../athens.js';
import { isRecord } from './checks.js';

/** Returns an input as it is stored: trimmed, without nulls and blanks, `dates` as Greek dates. */
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
