import type { Language } from '../../src/common/language.js';

/** Figures that a document prints, read from its text without the code that prints it. Amounts are in cents. */
export interface PrintedFigures {
  /** Rows of the covers: number of the object (0 without one), code, deductible in percent, and amounts in cents. */
  readonly covers: readonly string[];
  /** Rows of the premium by their labels. */
  readonly sums: ReadonlyMap<string, number>;
  /** Rows of the instalments: number, first day, last day and amount. */
  readonly instalments: readonly string[];
}

const MONEY = { el: /-?[\d.]+,\d\d €/g, en: /-?€[\d,]+\.\d\d/g } as const;
const PERCENT = /\d+%/g;
const DAY = /\d\d\/\d\d\/\d{4}/g;
const COVER_START = /^(0\d\d|M\d\d) \D/;
const OBJECT = /^(\d+)\. /;
const INSTALMENT = /^\d+ \d\d\/\d\d\/\d{4} /;

/** Reads the figures of a text whose printed lines end in `\n`. */
export function readFigures(text: string, language: Language): PrintedFigures {
  const covers: string[] = [];
  const sums = new Map<string, number>();
  const instalments: string[] = [];
  let object = 0;
  let row = '';
  for (const line of text.split('\n')) {
    const heading = OBJECT.exec(line);
    if (heading) object = Number(heading[1]);
    if (COVER_START.test(line)) row = line;
    else if (row !== '') row += ` ${line}`;
    const amounts = listAmounts(line, language);
    if (!endsWithAmount(line, language)) continue;
    if (row !== '') covers.push([object, row.split(' ')[0], ...(row.match(PERCENT) ?? []), ...listAmounts(row, language)].join(' '));
    else if (INSTALMENT.test(line))
      instalments.push([line.split(' ')[0], ...(line.match(DAY) ?? []).slice(0, 2), amounts.at(-1)].join(' '));
    else if (amounts.length === 1) sums.set(line.replace(MONEY[language], '').replace(/ \d+%/, '').trim(), amounts[0]!);
    row = '';
  }
  return { covers, sums, instalments };
}

/** Lists the amounts of a text in cents. */
export function listAmounts(text: string, language: Language): number[] {
  return (text.match(MONEY[language]) ?? []).map((amount) => {
    const cents = Number(amount.replaceAll(/\D/g, ''));
    return amount.startsWith('-') ? -cents : cents;
  });
}

const endsWithAmount = (line: string, language: Language): boolean => line.endsWith(line.match(MONEY[language])?.at(-1) ?? '\n');
