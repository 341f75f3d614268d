import { addDays, getYear, type LocalDate } from './athens.js';

const FIXED_HOLIDAYS = ['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', '12-25', '12-26'];
/** Days from Orthodox Easter to Clean Monday, Good Friday, Easter Monday and Whit Monday. */
const EASTER_HOLIDAYS = [-48, -2, 1, 50];
/** Days that the Julian calendar is behind, in the years 1900 to 2099. */
const JULIAN_DAYS_BEHIND = 13;
const DAYS_IN_WEEK = 7;

export function isBankingDay(date: LocalDate): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday % 6 !== 0 && !FIXED_HOLIDAYS.includes(date.slice(5)) && !isEasterHoliday(date);
}

export function addBankingDays(date: LocalDate, count: number): LocalDate {
  let day = date;
  for (let left = count; left > 0;) {
    day = addDays(day, 1);
    if (isBankingDay(day)) left -= 1;
  }
  return day;
}

export const DAYS_TO_BOOK_ALONE = 5;

export function isOlderThan(date: LocalDate, bankingDays: number, today: LocalDate): boolean {
  return addBankingDays(date, bankingDays) < today;
}

/** Returns the first day whose payments may still arrive `today`, after `graceDays` banking days. */
export function getFirstDayInGrace(today: LocalDate, graceDays: number): LocalDate {
  let day = addDays(today, -graceDays);
  while (addBankingDays(addDays(day, -1), graceDays) >= today) day = addDays(day, -1);
  return day;
}

function isEasterHoliday(date: LocalDate): boolean {
  const easter = orthodoxEaster(getYear(date));
  return EASTER_HOLIDAYS.some((days) => addDays(easter, days) === date);
}

function orthodoxEaster(year: number): LocalDate {
  const fullMoon = (19 * (year % 19) + 15) % 30;
  const untilSunday = (2 * (year % 4) + 4 * (year % DAYS_IN_WEEK) - fullMoon + 34) % DAYS_IN_WEEK;
  const days = fullMoon + untilSunday + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  const day = String((days % 31) + 1).padStart(2, '0');
  return addDays(`${year}-${month}-${day}`, JULIAN_DAYS_BEHIND);
}
