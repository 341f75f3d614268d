import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const NUMERIC_ARRAY = 1231;

/** Parses int8 as number, numeric as text (money is never a float) and date as `YYYY-MM-DD`, also in arrays. */
export function createColumnTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, parseSafeInteger);
  types.setTypeParser(DATE, asText);
  types.setTypeParser(INT8_ARRAY, (text: string) => parseElements(text, parseSafeInteger));
  types.setTypeParser(DATE_ARRAY, (text: string) => parseElements(text, asText));
  types.setTypeParser(NUMERIC_ARRAY, (text: string) => parseElements(text, asText));
  return types;
}

function parseSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The bigint ${text} does not fit a number exactly.`);
  return number;
}

function asText(text: string): string {
  return text;
}

function parseElements<T>(literal: string, parse: (text: string) => T): (T | null)[] {
  const inner = literal.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((text) => (text === 'NULL' ? null : parse(text)));
}
