import { foldName } from '../../../common/fold-name.js';
import { buildPartPattern, buildStartPattern } from '../../../common/like-pattern.js';
import { isPlate, normalizePlate } from '../../../common/plate.js';
import { buildNamePatterns } from '../../issuing/collection/name-patterns.js';

export interface SearchCondition {
  readonly text: string;
  readonly value: string | readonly string[];
}

const AFM = /^\d{9}$/;
const RF_CODE = /^RF\d{23}$/;
const NUMBER = /^[FMP]\d{1,9}$/;
const RUNNING = /^\d{1,7}$/;
const RUNNING_DIGITS = 7;
const LETTERS = ['F', 'M', 'P'];
const YEARS_BACK = 2;
const MIN_NAME = 3;

/** Greek capitals that look like the letter of a number. */
const LOOKALIKES: Readonly<Record<string, string>> = { Φ: 'F', Μ: 'M', Ρ: 'P' };

/** Each condition has an index. `year` is that of today. */
export function listContractConditions(typed: string, year: number): SearchCondition[] {
  const compact = typed.replace(/[\s-]+/g, '').toUpperCase();
  const number = compact.replace(/^[ΦΜΡ]/, (letter) => LOOKALIKES[letter] ?? letter);
  if (RF_CODE.test(compact)) return [{ text: 'a.id IN (SELECT c.application_id FROM payment_code c WHERE c.code = $1)', value: compact }];
  if (AFM.test(compact)) return [{ text: 'a.client_afm = $1', value: compact }];
  if (NUMBER.test(number)) {
    const column = number.startsWith('P') ? 'policy_no' : 'application_no';
    return [{ text: `a.${column} LIKE $1`, value: buildStartPattern(number) }];
  }
  if (RUNNING.test(compact)) {
    const numbers = listNumbers(compact, year);
    return [{ text: '(a.application_no = ANY ($1) OR a.policy_no = ANY ($1))', value: numbers }];
  }
  return [
    ...(isPlate(compact) ? [{ text: 'a.plate_no = $1', value: normalizePlate(compact) }] : []),
    ...listNames(typed).map((value) => ({ text: 'a.client_search LIKE ALL ($1)', value })),
  ];
}

/** Conditions on a person `p` of the register. */
export function listClientConditions(typed: string): SearchCondition[] {
  const compact = typed.replace(/\s+/g, '');
  if (AFM.test(compact)) return [{ text: 'p.afm = $1', value: compact }];
  return listNames(typed).map((value) => ({ text: 'p.name_search LIKE ALL ($1)', value }));
}

function listNumbers(running: string, year: number): string[] {
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, back) => String(year - back).slice(-2));
  return LETTERS.flatMap((letter) => years.map((digits) => letter + digits + running.padStart(RUNNING_DIGITS, '0')));
}

function listNames(typed: string): string[][] {
  const words = foldName(typed)
    .split(' ')
    .filter((word) => word.length >= MIN_NAME);
  if (words.length === 0) return [];
  const greek = /[a-z]/i.test(typed) ? buildNamePatterns(typed).map(([pattern]) => pattern) : [];
  return [words.map(buildPartPattern), ...(greek.length === 0 ? [] : [greek])];
}
