import { jest } from '@jest/globals';
import { pdfText } from '../../../../../test/support/pdf-text.js';
import { buildReceiptDocument } from '../../../../../test/support/printed-documents.js';
import type { ReceiptDocument } from './documents.types.js';
import { renderDocument } from './render-document.js';

const receipt = (data: ReceiptDocument): Promise<Uint8Array> => renderDocument({ kind: 'receipt', data });

jest.setTimeout(30_000);

describe('a printed receipt', () => {
  it('shows what was paid, for what and how', async () => {
    const text = await pdfText(await receipt(buildReceiptDocument()));
    for (const part of [
      'Απόδειξη ασφαλίστρων 26F 1000457',
      'Είδος\nΝέα ασφάλιση',
      'Περίοδος\n01/12/2026 – 01/06/2027',
      '020 Σεισμός 120.000,00 € 96,00 €',
      'Σύνολο 413,65 €',
      'Εξοφλήθηκε',
      'Κωδικός πληρωμής RF',
      'BANK-2026-0004571',
      'Ημερομηνία πληρωμής\n20/11/2026',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Πληρωμή έως');
  });

  it('shows a refund with negative amounts', async () => {
    const totals = {
      net: '-104.96',
      fee: '0.00',
      taxes: [{ title: 'Κλάδος πυρός', rate: '0.20', amount: '-20.99' }],
      levies: [],
      gross: '-1125.95',
    };
    const refund = (method: 'CHARGE' | 'RF') =>
      buildReceiptDocument({ kind: 'REFUND', number: '26F-R 7', totals, covers: [], payment: { method, paidOn: '2026-12-20' } });
    const credited = await pdfText(await receipt(refund('CHARGE')));
    for (const part of ['Απόδειξη επιστροφής 26F-R 7', 'Επιστροφή ασφαλίστρων', 'Σύνολο -1.125,95 €', 'Ημερομηνία πίστωσης\n20/12/2026'])
      expect(credited).toContain(part);
    expect(credited.replaceAll('\n', ' ')).toContain('Πιστώθηκε στον λογαριασμό του συνεργάτη');

    // A refund to a customer who paid at a bank is owed: nothing was transferred, and the old code must not be used.
    const owed = (await pdfText(await receipt(refund('RF')))).replaceAll('\n', ' ');
    for (const part of ['Οφείλεται στον λήπτη της ασφάλισης', 'Ποσό 1.125,95 €', 'Το ποσό δεν έχει καταβληθεί ακόμη.'])
      expect(owed).toContain(part);
    for (const text of [credited, owed])
      for (const absent of ['Εξοφλήθηκε', 'Κωδικός πληρωμής RF', 'Τρόπος πληρωμής', 'Ημερομηνία πληρωμής', 'Πληρωμή έως'])
        expect(text).not.toContain(absent);
  });

  it('shows an amount that is not paid yet', async () => {
    const text = await pdfText(await receipt(buildReceiptDocument({ status: 'PENDING', payment: null })));
    expect(text).toContain('Κατάσταση\nΕκκρεμεί');
    expect(text).toContain('Πληρωμή έως\n');
    expect(text).not.toContain('Τρόπος πληρωμής');
  });
});
