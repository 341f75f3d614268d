import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';
import { buildCamtFile, type CamtFormat, type CamtEntry } from '../support/camt.js';

/** Every element that the bank files of the tests contain. */
const ENTRIES: readonly CamtEntry[] = [
  { amount: 100, reference: 'A-1', code: 'RF57123410000000000000016', sender: 'DIMOU & SIA <OE>' },
  { amount: 20.5, place: '2', texts: ['RF57 1234', 'second line'], info: 'More', bookingDate: '2026-11-24', valueDate: null },
  { amount: 7, reference: 'A-3', isBare: true },
  { amount: 30, reference: 'A-4', orderId: 'PAYOUT-1', direction: 'DBIT', endToEndId: 'REFUND-1-1', returned: 'AC04' },
  {
    amount: 5,
    reference: 'A-5',
    isReversal: true,
    status: 'PDNG',
    currency: 'USD',
    details: [
      { amount: 2, currency: 'USD', reference: 'A-5-1', orderId: 'B-1' },
      { amount: 3, currency: 'USD' },
    ],
  },
];
const FORMATS: readonly CamtFormat[] = ['camt.053.001.08', 'camt.054.001.08'];

/** Returns the schema of a message; both messages have the same elements. */
function getSchema(format: CamtFormat): string {
  return readFileSync('test/support/schemas/camt.053.001.08.xsd', 'utf8').replaceAll('camt.053.001.08', format);
}

async function listViolations(file: Buffer, format: CamtFormat): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'file.xml', contents: file.toString() },
    schema: { fileName: 'camt.xsd', contents: getSchema(format) },
  });
  return errors.map(({ message }) => message);
}

describe.each(FORMATS)('the bank file %s', (format) => {
  it('is valid by the schema in every part that the tests use', async () => {
    expect(await listViolations(buildCamtFile(ENTRIES, { format }), format)).toEqual([]);
    const pages = format === 'camt.053.001.08' ? 'StmtPgntn' : 'NtfctnPgntn';
    const page = `<${pages}><PgNb>1</PgNb><LastPgInd>true</LastPgInd></${pages}>`;
    expect(await listViolations(buildCamtFile([], { format, page }), format)).toEqual([]);
  });

  it.each([
    ['an amount of three decimals', '20.50', '20.505.1'],
    ['a direction of none', '<CdtDbtInd>DBIT', '<CdtDbtInd>DEBT'],
    ['parts in another order', '<RvslInd>true</RvslInd><Sts><Cd>PDNG</Cd></Sts>', '<Sts><Cd>PDNG</Cd></Sts><RvslInd>true</RvslInd>'],
  ])('is invalid with %s', async (_, valid, invalid) => {
    const file = buildCamtFile(ENTRIES, { format }).toString();
    expect(file).toContain(valid);
    expect(await listViolations(Buffer.from(file.replace(valid, invalid)), format)).not.toEqual([]);
  });
});
