import { jest } from '@jest/globals';
import { pdfText, readPdf } from '../../../../../test/support/pdf-text.js';
import {
  buildClaimsHistory,
  buildApplicationDocument,
  buildPaymentNotification,
  buildPolicyDocument,
  buildLargePolicyDocument,
  buildReceiptDocument,
} from '../../../../../test/support/printed-documents.js';
import type { ApplicationDocument } from './application-document.types.js';
import type { PaymentNotification, PolicyDocument, ReceiptDocument } from './documents.types.js';
import { renderDocument } from './render-document.js';

const policy = (data: PolicyDocument): Promise<Uint8Array> => renderDocument({ kind: 'policy', data });
const application = (data: ApplicationDocument): Promise<Uint8Array> => renderDocument({ kind: 'application', data });
const notification = (data: PaymentNotification): Promise<Uint8Array> => renderDocument({ kind: 'paymentNotification', data });
const receipt = (data: ReceiptDocument): Promise<Uint8Array> => renderDocument({ kind: 'receipt', data });

jest.setTimeout(30_000);

describe('the page breaks of a document', () => {
  const HEADINGS =
    /(Συμβαλλόμενοι|Ασφαλιζόμεν[οα] αντικείμεν[οα]|Καλύψεις|Εκπτώσεις \(.*\)|Ασφάλιστρα|Δόσεις|Γενικοί όροι|Δικαίωμα \S+|Αναγγελία ζημιάς|Παράπονα|και εποπτεία)$/;
  const bodies = (pages: readonly string[]) =>
    pages.map((page) => page.split(/\n?(?:Παράδειγμα Ασφαλιστική Α\.Ε\. Ασφαλιστήριο P260000123\n)?Εκδόθηκε ηλεκτρονικά/)[0]!.trimEnd());
  const cases = Array.from({ length: 30 }, (_, index) => [index + 1, (index % 12) + 1] as const);

  it.each(cases)('%i objects and %i instalments stay together with their headings and lines', async (objects, instalments) => {
    const { instalments: one } = buildPolicyDocument();
    const dues = Array.from({ length: instalments }, (_, index) => ({ ...one[0]!, no: index + 1 }));
    const { pages } = await readPdf(await policy({ ...buildLargePolicyDocument(objects), instalments: dues }));
    const printed = bodies(pages);
    for (const body of printed) {
      expect(body).not.toMatch(HEADINGS);
      expect(body.split('\n').length).toBeGreaterThan(3);
    }
    expect(printed.find((body) => body.includes('και εποπτεία'))).toContain('Διαχείριση αιτιάσεων');
    const priced = printed.filter((body) => body.includes('Α/Α Από Έως'));
    expect(priced).toHaveLength(1);
    for (const part of ['Ασφάλιστρα\nΑνάλυση', 'Σύνολο 413,65 €', 'Δόσεις\nΑ/Α']) expect(priced[0]).toContain(part);
    for (let no = 1; no <= instalments; no++) expect(priced[0]).toMatch(new RegExp(`^${no} 01/12/2026`, 'm'));
  });

  it.each([
    [3, 2],
    [4, 1],
  ])('%i covers and %i instalments stay behind the premium where both just fit', async (count, instalments) => {
    const { objects, covers, instalments: one } = buildPolicyDocument();
    const dues = Array.from({ length: instalments }, (_, index) => ({ ...one[0]!, no: index + 1 }));
    const { pages } = await readPdf(
      await policy(buildPolicyDocument({ objects: [objects[0]!], covers: Array(count).fill(covers[0]), instalments: dues })),
    );
    expect(pages.find((page) => page.includes('Α/Α Από Έως'))).toContain('Σύνολο 413,65 €');
  });

  it.each(['NEW', 'REFUND'] as const)(
    'a receipt (%s) keeps its amounts next to the payment method, and no cover alone on a page',
    async (kind) => {
      const { covers } = buildReceiptDocument();
      for (const count of [16, 26, 52]) {
        const many = Array.from({ length: count }, (_, index) => ({ ...covers[0]!, group: `Αντικείμενο ${Math.floor(index / 5)}` }));
        const { pages } = await readPdf(await receipt(buildReceiptDocument({ kind, covers: many })));
        expect([count, pages.at(-1)]).toEqual([count, expect.stringContaining('Σύνολο 413,65 €')]);
        const alone = pages.filter((page) => /\(συνέχεια\)\n[^\n]*€\n(?!\d{3} )/.test(page));
        expect([count, alone]).toEqual([count, []]);
      }
    },
  );

  it('repeats the head when the instalments exceed a page, and leaves no last one alone', async () => {
    const { instalments: one } = buildPolicyDocument();
    for (const count of [40, 41, 42, 43, 44, 45, 46]) {
      const dues = Array.from({ length: count }, (_, index) => ({ ...one[0]!, no: index + 1 }));
      const { pages } = await readPdf(await policy(buildPolicyDocument({ instalments: dues })));
      const rows = pages.map((page) => page.match(/^\d+ 01\/12\/2026/gm)?.length ?? 0).filter((number) => number > 0);
      expect(rows.reduce((sum, number) => sum + number, 0)).toBe(count);
      expect(Math.min(...rows)).toBeGreaterThan(1);
      for (const page of pages.filter((content) => /^\d+ 01\/12\/2026/m.test(content))) expect(page).toContain('Α/Α Από Έως');
    }
  });

  it('keep the notes on a refund together with it', async () => {
    const [cover] = buildReceiptDocument().covers;
    const payout = { edition: 3, reference: 'REFUND-12-7', account: 'GR…0695', paidOn: '2026-12-02', returnedOn: '2026-12-05' };
    for (let count = 10; count < 36; count += 2) {
      const covers = Array.from({ length: count }, () => cover!);
      const { pages } = await readPdf(await receipt(buildReceiptDocument({ kind: 'REFUND', covers, payout })));
      const page = pages.find((content) => content.includes('Οφείλεται στον λήπτη'));
      for (const part of ['Η μεταφορά REFUND-12-7', 'Το ποσό δεν έχει καταβληθεί', 'Όταν καταβληθεί το ποσό']) expect(page).toContain(part);
    }
  });

  it('leave no signature alone after a history of claims', async () => {
    for (let count = 1; count < 12; count += 1) {
      const { pages } = await readPdf(await renderDocument({ kind: 'claimsHistory', data: buildClaimsHistory(count) }));
      const signed = pages.find((content) => content.includes('Τόπος και ημερομηνία'));
      expect(signed).toContain('Bonus-malus class 1 is the best');
      if (count < 6) expect(signed).toContain('F. Additional information');
    }
  });
});

describe('an English copy', () => {
  const english = { language: 'en' } as const;
  const greekLetters = /[\u0370-\u03ff\u1f00-\u1fff]/;
  // Contains only texts of the program, without names and titles from data.
  const bare = {
    insurer: { name: 'Insurer', afm: '1', address: 'Athens' },
    client: { name: 'C', afm: '2' },
    insured: { name: 'I', afm: '3' },
  };
  const covers = [{ code: '001', title: 'Fire', sumInsured: '1500.00', net: '132.00' }];
  const totals = { net: '1', fee: '1', taxes: [{ title: 'Fire', rate: '0.125', amount: '1' }], levies: [], gross: '1234.5' };
  const contact = { text: 'Do.', phone: '1', address: 'Athens', email: 'a@b.gr' };
  const rightOf = { text: 'A right.', form: 'I declare.' };
  const legal = {
    version: 1,
    objection: rightOf,
    withdrawal: rightOf,
    outOfCourt: 'Ombudsman.',
    complaints: { ...contact, department: 'Complaints' },
    claims: { ...contact, hours: 'Always', friendlySettlementPhone: '2' },
    generalConditions: { title: 'Fire', reference: 'GC', version: '1', url: 'https://insurer.example' },
  };
  const contract = {
    legal,
    ...english,
    ...bare,
    covers,
    totals,
    line: 'Fire',
    paymentFrequency: 'Yearly',
    agent: { code: 'A1', name: 'Agent' },
    facts: [],
    sandbox: true,
    objects: [{ title: 'Flat', details: [], insuredValues: [{ group: 'Building', amount: '1500.00' }] }],
    discounts: [{ title: 'Alarm', rate: '0.05', amount: '1.00' }],
    terms: { loadingPercent: '12.5', deductible: '500.00', excludedCovers: [{ code: '020', title: 'Earthquake' }] },
  };

  it.each([
    ['policy', () => policy(buildPolicyDocument(contract))],
    ['application', () => application(buildApplicationDocument({ ...contract, status: 'Awaiting payment' }))],
    ['notification', () => notification(buildPaymentNotification({ ...contract, payer: bare.client, line: 'Fire' }))],
    ['receipt', () => receipt(buildReceiptDocument(contract))],
    ['refund', () => receipt(buildReceiptDocument({ ...contract, kind: 'REFUND', payment: { method: 'RF' } }))],
  ])('contains no Greek word of the %s, and says on each page that it is a copy', async (_name, render) => {
    const { pages, text, language, title } = await readPdf(await render());
    expect(text).not.toMatch(greekLetters);
    expect(title).not.toMatch(greekLetters);
    expect(language).toBe('en-GB');
    for (const page of pages) expect(page).toContain('COPY IN ENGLISH – THE GREEK TEXT PREVAILS');
  });

  it('writes amounts and percentages in English format', async () => {
    const text = await pdfText(await policy(buildPolicyDocument(contract)));
    for (const part of [
      'Insurance policy P260000123',
      'Premium tax: Fire 12.5% €1.00',
      'Total €1,234.50',
      '12.5%',
      '01/12/2026, 00:00',
      'Page 1 of',
    ])
      expect(text).toContain(part);
  });

  it('does not appear in the Greek document', async () => {
    expect(await pdfText(await policy(buildPolicyDocument()))).not.toMatch(/COPY|ΑΝΤΙΓΡΑΦΟ/);
  });
});
