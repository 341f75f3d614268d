const ISO = /^\d{4}-\d\d-\d\d$/;
const TYPED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** Whether a text is a date of the calendar. `Date` reads 31 February as 3 March. */
export function isIsoDate(text: string): boolean {
  const date = ISO.test(text) ? new Date(text) : new Date(NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns the date that was typed as day, month and year; other texts unchanged. */
export function toIsoDate(typed: string): string {
  const [, day = '', month = '', year = ''] = TYPED.exec(typed.trim()) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(date) ? date : typed.trim();
}

/** Returns a date as day, month and year; other texts unchanged. */
export function toTypedDate(value: string): string {
  return isIsoDate(value) ? value.split('-').reverse().join('/') : value;
}
