import { addTitles, buildColumn, CSV, JSON_LINES, buildOptionalColumn, toSnakeCase } from './table.js';
import type { CsvFormat } from './csv.js';

const COLUMNS = [
  buildColumn('policyNo', 'text', 'Συμβόλαιο', 'Policy', 'P1'),
  buildColumn('movedAt', 'time', 'Χρόνος', 'Time', '2026-11-25T10:15:00'),
  buildOptionalColumn('net', 'amount', 'Καθαρά', 'Net', 1.5),
];
const ROW = { policyNo: 'P1', movedAt: new Date('2026-07-01T22:30:00Z'), net: '-12.50', more: 'not shown' };

const ENGLISH: CsvFormat = { language: 'en', isGreek: false };

describe('a table response', () => {
  it('is written as CSV with headings in the language, Greek local time and exact amounts', () => {
    expect(CSV.head(COLUMNS, { language: 'el', isGreek: false })).toBe('\uFEFFΣυμβόλαιο,Χρόνος,Καθαρά\r\n');
    expect(CSV.head(COLUMNS, ENGLISH)).toBe('\uFEFFPolicy,Time,Net\r\n');
    expect(CSV.lines(COLUMNS, toSnakeCase, ENGLISH)(ROW)).toBe('P1,2026-07-02T01:30:00,-12.50\r\n');
    expect(CSV.lines(COLUMNS, toSnakeCase, ENGLISH)({ ...ROW, policyNo: '=1', net: null })).toBe(`'=1,2026-07-02T01:30:00,\r\n`);
  });

  it('has titles instead of codes in Greek CSV, and a decimal comma', () => {
    const kind = addTitles(buildColumn('policyNo', 'text', 'Είδος', 'Kind', 'NEW'), { NEW: { el: 'Νέο', en: 'New' } });
    const greek: CsvFormat = { language: 'el', isGreek: true };
    const lineOf = CSV.lines([kind, COLUMNS[2]!], toSnakeCase, greek);
    expect([lineOf({ ...ROW, policyNo: 'NEW' }), lineOf({ ...ROW, policyNo: 'OLD' })]).toEqual(['Νέο;-12,50\r\n', 'OLD;-12,50\r\n']);
    expect(CSV.lines([kind], toSnakeCase, ENGLISH)({ policyNo: 'NEW' })).toBe('NEW\r\n');
  });

  it('is written as JSON lines without a head, with the names that the caller knows', () => {
    expect(JSON_LINES.head(COLUMNS, ENGLISH)).toBe('');
    expect(JSON_LINES.lines(COLUMNS, toSnakeCase, ENGLISH)(ROW)).toBe('{"policy_no":"P1","moved_at":"2026-07-02T01:30:00","net":-12.5}\n');
    expect(JSON_LINES.lines(COLUMNS, (key) => key, ENGLISH)({ ...ROW, policyNo: 'a\nb', net: undefined })).toBe(
      '{"policyNo":"a\\nb","movedAt":"2026-07-02T01:30:00","net":null}\n',
    );
  });
});
