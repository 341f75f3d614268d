import { inflateSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { readPdf } from '../../../../../test/support/pdf-text.js';
import { buildGreenCard } from '../../../../../test/support/printed-documents.js';
import type { GreenCardDocument } from './green-card.types.js';
import { renderDocument } from './render-document.js';

const greenCard = (data: GreenCardDocument): Promise<Uint8Array> => renderDocument({ kind: 'greenCard', data });

jest.setTimeout(30_000);

function listColours(pdf: Uint8Array): string[] {
  const streams = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/stream\n(.*?)\nendstream/gs);
  const drawn = [...streams].map(([, bytes = '']) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const colours = drawn.flatMap((text) => [...text.matchAll(/^(\S+ \S+ \S+) (?:scn|SCN|rg|RG)$/gm)].map(([, colour = '']) => colour));
  return [...new Set(colours)];
}

describe('the green card', () => {
  it('has the eleven boxes of the international form, and the countries by name on the back', async () => {
    const { pages, text } = await readPdf(await greenCard(buildGreenCard()));
    expect(pages).toHaveLength(2);
    for (let box = 1; box <= 11; box++) expect(pages[0]).toMatch(new RegExp(`^${box}\\. |\\s${box}\\. `, 'm'));
    for (const part of [
      '1. ΔΙΕΘΝΕΣ ΠΙΣΤΟΠΟΙΗΤΙΚΟ ΑΣΦΑΛΙΣΗΣ ΑΥΤΟΚΙΝΗΤΟΥ',
      'INTERNATIONAL MOTOR INSURANCE CARD',
      "CARTE INTERNATIONALE D'ASSURANCE AUTOMOBILE",
      "MOTOR INSURERS' BUREAU – GREECE",
      'Από · From\n05\nΗμέρα · Day\n12\nΜήνας · Month\n2026\nΈτος · Year\nΈως · To\n04\nΗμέρα · Day\n12\nΜήνας · Month\n2027\n',
      'GR / 123 / P260000123',
      'IZX4821',
      'Citroën C3',
      'Papadopoulou Eleni',
      'Crossed out, no cover: BY, IR',
      '(1) Η κάλυψη περιορίζεται',
      'CY (1)',
      'SRB (2)',
    ])
      expect(pages[0]).toContain(part);
    for (const part of ['Κύπρος · Cyprus', 'Λευκορωσία · Belarus']) expect(pages[1]).toContain(part);
    for (const absent of ['SANDBOX', 'undefined', 'null']) expect(text).not.toContain(absent);
  });

  it('is black on white on both sides, with the sandbox mark', async () => {
    expect(listColours(await greenCard(buildGreenCard({ sandbox: true })))).toEqual(['0 0 0']);
  });

  it('crosses out the countries that are not covered and nothing else', async () => {
    const strokes = async (countries: GreenCardDocument['countries']): Promise<number> =>
      (await readPdf(await greenCard(buildGreenCard({ countries })))).pages[0]!.split('no cover:').length - 1;
    expect(await strokes(buildGreenCard().countries)).toBe(1);
    expect(await strokes(buildGreenCard().countries.filter(({ isCovered }) => isCovered))).toBe(0);
  });

  it('shows the chassis number of a vehicle without a plate, and the sandbox mark in both languages', async () => {
    const { pages } = await readPdf(await greenCard(buildGreenCard({ plateNo: null, chassisNo: 'WVWZZZ1JZXW000001', sandbox: true })));
    expect(pages[0]).toContain('WVWZZZ1JZXW000001');
    for (const page of pages) expect(page).toContain('ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ – ΧΩΡΙΣ ΙΣΧΥ · SANDBOX – NOT VALID');
  });

  it('fits on its page with the longest names', async () => {
    const long = 'Παπακωνσταντίνου-Χατζηγεωργακοπούλου '.repeat(3).trim();
    const { pages } = await readPdf(
      await greenCard(buildGreenCard({ make: long, policyholder: [long, long, long, long], issuer: [long, long] })),
    );
    expect(pages).toHaveLength(2);
    expect(pages[0]!.split('Παπακωνσταντίνου').length - 1).toBe(7 * 3);
    expect(pages[0]).toContain('G Άλλο · Others');
  });
});
