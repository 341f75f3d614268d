import { DateTime } from 'luxon';

/** Every conversion between instants and Greek local time (input.10). */
const ZONE = 'Europe/Athens';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/;
const OFFSET_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?[+-](?:0\d|1[0-4]):[0-5]\d$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z?$/;

/** A calendar date in Greece, `YYYY-MM-DD`. */
export type LocalDate = string;

// Offsets change on the hour (01:00 UTC), so one look-up per hour of the calendar serves every conversion.
const offsetByHour = new Map<number, number>();
const MAX_CACHED_HOURS = 20_000;

function offsetMs(epochMs: number): number {
  const hour = Math.floor(epochMs / HOUR_MS);
  let offset = offsetByHour.get(hour);
  if (offset === undefined) {
    offset = DateTime.fromMillis(epochMs, { zone: ZONE }).offset * 60_000;
    if (offsetByHour.size >= MAX_CACHED_HOURS) offsetByHour.clear();
    offsetByHour.set(hour, offset);
  }
  return offset;
}

/** Local datetime without `Z`, to the second: `2026-12-01T09:30:00`. */
export function toLocalDateTime(instant: Date): string {
  const epochMs = instant.getTime();
  return new Date(epochMs + offsetMs(epochMs)).toISOString().slice(0, 19);
}

/** The same with its offset, for readers that may not know whose time it is: `2026-12-01T09:30:00+02:00`. */
export function toOffsetDateTime(instant: Date): string {
  const offset = new Date(offsetMs(instant.getTime())).toISOString().slice(11, 16);
  return `${toLocalDateTime(instant)}+${offset}`;
}

export function toLocalDate(instant: Date): LocalDate {
  return toLocalDateTime(instant).slice(0, 10);
}

/** Whether the text is a calendar date that exists, from year 1000 to 9998: a year after it must be a date too. */
export function isLocalDate(text: string): boolean {
  if (!LOCAL_DATE.test(text) || text < '1000' || text >= '9999') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * An ISO date or datetime of an input as an instant; null when it is none. Without `Z` it is Athens time: in the spring gap it moves
 * forward by the hour that is missing, in the autumn overlap the first of the two instants counts.
 */
export function parseInstant(text: string): Date | null {
  if (LOCAL_DATE.test(text)) return isLocalDate(text) ? startOfDay(text) : null;
  const day = DATE_TIME.exec(text)?.[1];
  if (day === undefined || !isLocalDate(day)) return null;
  const instant = parseFarFromChange(text) ?? parseByCalendar(text);
  return instant !== null && isLocalDate(toLocalDate(instant)) ? instant : null;
}

/** The same, also with an offset, as `toOffsetDateTime` writes it. */
export function parseOffsetInstant(text: string): Date | null {
  if (!OFFSET_DATE_TIME.test(text)) return parseInstant(text);
  const parsed = DateTime.fromISO(text);
  const instant = parsed.isValid ? parsed.toJSDate() : null;
  return instant !== null && isLocalDate(toLocalDate(instant)) ? instant : null;
}

/** Null where the offset changes within a day: there a local time may be missing, or be twice. The library takes ten times as long. */
function parseFarFromChange(text: string): Date | null {
  const isUtc = text.endsWith('Z');
  const epochMs = Date.parse(isUtc ? text : `${text}Z`);
  if (Number.isNaN(epochMs)) return null;
  if (isUtc) return new Date(epochMs);
  const offset = offsetMs(epochMs - DAY_MS);
  return offset === offsetMs(epochMs + DAY_MS) ? new Date(epochMs - offset) : null;
}

function parseByCalendar(text: string): Date | null {
  const parsed = DateTime.fromISO(text, { zone: text.endsWith('Z') ? 'utc' : ZONE });
  if (!parsed.isValid) return null;
  // By itself luxon takes the offset of today where a local time has two.
  return parsed.getPossibleOffsets()[0]!.toJSDate();
}

/** The Greek calendar date of an ISO date or datetime of an input; null when it is none. */
export function parseLocalDate(text: string): LocalDate | null {
  if (LOCAL_DATE.test(text)) return isLocalDate(text) ? text : null;
  const instant = parseInstant(text);
  return instant && toLocalDate(instant);
}

export function startOfDay(date: LocalDate): Date {
  return DateTime.fromISO(date, { zone: ZONE }).startOf('day').toJSDate();
}

/** 24:00 of the day: the first instant that no longer belongs to it. */
export function endOfDay(date: LocalDate): Date {
  return startOfDay(addDays(date, 1));
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** Months later, the day clamped to the month's end: 31 January + 1 month = 28 or 29 February. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const count = year * 12 + month - 1 + months;
  // A day that every month has, of years with four digits: without a calendar it takes a fifth of the time.
  if (day <= 28 && count >= 12_000 && count < 120_000) return `${Math.floor(count / 12)}-${MONTHS[count % 12]!}-${date.slice(8)}`;
  const target = new Date(Date.UTC(year, month - 1 + months, day));
  // A day that the month lacks runs over into the next one; day 0 of that is the last one of the month meant.
  if (target.getUTCDate() !== day) target.setUTCDate(0);
  return target.toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4));
}
