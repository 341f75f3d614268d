import { useMemo } from 'react';
import { useLocale, useText, type Text } from '../messages/language.js';

const ATHENS = 'Europe/Athens';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface Format {
  /** Formats euro; a dash for null. */
  readonly money: (euro: number | string | null | undefined) => string;
  readonly number: (value: number) => string;
  /** Formats a fraction. */
  readonly percent: (fraction: number) => string;
  /** Formats a date, or the day of a moment. */
  readonly day: (date: string | null | undefined) => string;
  /** Formats a moment, given in Athens time (without a zone) or UTC (with Z), in Athens time. */
  readonly moment: (at: string | null | undefined) => string;
  /** Formats a moment to the second, for logs. */
  readonly second: (at: string | null | undefined) => string;
  /** Month and year of `YYYY-MM`. */
  readonly month: (month: string) => string;
  /** Formats the age of an Athens time. */
  readonly age: (at: string | null | undefined) => string;
  /** Says how long ago a time was: `3 days ago`. */
  readonly ago: (at: string | null | undefined) => string;
}

export const NOTHING = '–';

function formatIn(locale: string, t: Text): Format {
  const isNone = (text: unknown): text is null | undefined => text === null || text === undefined || text === '';
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const dayStyle = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...dayStyle, timeZone: 'UTC' });
  const momentStyle = { ...dayStyle, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const [local, zoned] = ['UTC', ATHENS].map((timeZone) => new Intl.DateTimeFormat(locale, { ...momentStyle, timeZone }));
  const [localSeconds, zonedSeconds] = ['UTC', ATHENS].map(
    (timeZone) => new Intl.DateTimeFormat(locale, { ...momentStyle, second: '2-digit', timeZone }),
  );
  const inAthens = (at: string | null | undefined, inUtc: Intl.DateTimeFormat, inZone: Intl.DateTimeFormat): string => {
    if (isNone(at)) return NOTHING;
    return at.endsWith('Z') ? inZone.format(new Date(at)) : inUtc.format(new Date(`${at}Z`));
  };
  const relative = new Intl.RelativeTimeFormat(locale);
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  return {
    money: (euro) => (isNone(euro) ? NOTHING : money.format(Number(euro))),
    number: (value) => number.format(value),
    percent: (fraction) => percent.format(fraction),
    day: (date) => (isNone(date) ? NOTHING : day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))),
    moment: (at) => inAthens(at, local!, zoned!),
    second: (at) => inAthens(at, localSeconds!, zonedSeconds!),
    month: (text) => month.format(new Date(`${text}-01T00:00:00Z`)),
    age: (at) => {
      if (isNone(at)) return NOTHING;
      const { n, unit } = toAge(at);
      return n === 0 ? t('age.now') : t(AGES[unit], { n });
    },
    ago: (at) => {
      if (isNone(at)) return NOTHING;
      const { n, unit } = toAge(at);
      return n === 0 ? t('age.now') : relative.format(-n, unit);
    },
  };
}

const AGES = { minute: 'age.minutes', hour: 'age.hours', day: 'age.days' } as const;

/** Age of a time in the largest unit of which it has at least one, and two days. */
function toAge(at: string): { readonly n: number; readonly unit: 'minute' | 'hour' | 'day' } {
  const ms = msSince(at);
  if (ms < HOUR_MS) return { n: Math.floor(ms / MINUTE_MS), unit: 'minute' };
  return ms < 2 * DAY_MS ? { n: Math.floor(ms / HOUR_MS), unit: 'hour' } : { n: Math.floor(ms / DAY_MS), unit: 'day' };
}

const msSince = (at: string): number =>
  Math.max(0, (at.endsWith('Z') ? Date.now() : athensNowMs()) - Date.parse(at.endsWith('Z') ? at : `${at}Z`));

/** Tone of a waiting time: from four hours on it waits, from a day on it is late. */
export function toneOfWait(since: string | null): string {
  const ms = since === null ? 0 : msSince(since);
  return ms >= DAY_MS ? 'bad' : ms >= 4 * HOUR_MS ? 'wait' : 'good';
}

/** Returns Athens wall-clock time as if it were UTC, as the API sends times. */
function athensNowMs(): number {
  const now = new Date();
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: ATHENS }).format(now);
  return Date.parse(`${parts.replace(' ', 'T')}Z`);
}

/** Date in Athens of an instant in UTC. */
export function toAthensDay(instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: ATHENS }).format(new Date(instant));
}

/** Today in Athens, `YYYY-MM-DD`. */
export function today(): string {
  return new Date(athensNowMs()).toISOString().slice(0, 10);
}

/** Days from today in Athens to a date. */
export function daysUntil(date: string): number {
  return Math.round((Date.parse(date) - Date.parse(today())) / DAY_MS);
}

export function isDate(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text));
}

/** Returns the day after a date: the API excludes the end of a period, people include it. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}

export function useFormat(): Format {
  const { locale } = useLocale();
  const t = useText();
  return useMemo(() => formatIn(locale, t), [locale, t]);
}
