import { jest } from '@jest/globals';
import { pdfText, readPdf } from '../../../../../test/support/pdf-text.js';
import { buildCancellationDocument } from '../../../../../test/support/printed-documents.js';
import type { CancellationDocument } from './cancellation-document.types.js';
import { renderDocument } from './render-document.js';

const cancellation = (data: CancellationDocument): Promise<Uint8Array> => renderDocument({ kind: 'cancellation', data });

jest.setTimeout(30_000);

describe('the act of a cancellation', () => {
  it('names the parties, the reason, the date and the result of each receipt', async () => {
    const text = await pdfText(await cancellation(buildCancellationDocument()));
    for (const part of [
      'Πράξη ακύρωσης 27F-C 12',
      'Παύση κάλυψης\n20/04/2027, ώρα 00:00',
      'Το ασφαλιστήριο P260000123 ακυρώνεται και η κάλυψή του παύει στις 20/04/2027, ώρα 00:00 (ώρα Ελλάδας).',
      'Αιτία: Πώληση ή μεταβίβαση – Πώληση του ακινήτου',
      'Παραλαβή δήλωσης\n18/04/2027',
      'Ημερομηνία ακύρωσης\n19/04/2027',
      'Η πράξη αυτή αποτελεί αναπόσπαστο μέρος του ασφαλιστηρίου P260000123.',
      '206,83 € 126,04 € 80,79 €',
      '26F 1001 01/12/2026 – 01/06/2027',
      'Σύνολο 206,83 € 126,04 € 80,79 €',
      'Δικαίωμα συμβολαίου 15,75 € 15,75 € 0,00 €',
      '27F-R 1004',
      'P260000123/1/REFUND 80,79 €',
      '2 01/06/2027 – 01/12/2027 206,82 €',
      'Για την ασφαλιστική εταιρεία Παράδειγμα Ασφαλιστική Α.Ε.',
      'Σελίδα 1 από 1',
    ])
      expect(text).toContain(part);
    for (const absent of ['πράσινη κάρτα', 'Εισφορές', 'δεν έχει καταβληθεί ακόμη', 'Δεν επιστρέφονται'])
      expect(text).not.toContain(absent);
  });

  it('shows the customer’s payments as owed to the customer', async () => {
    const [receipt] = buildCancellationDocument().receipts;
    const payment = { method: 'RF', reference: 'BANK-1/REFUND', paidOn: '2027-04-20' } as const;
    const text = await pdfText(
      await cancellation(buildCancellationDocument({ receipts: [{ ...receipt!, refund: { receiptNo: '27F-R 9', payment } }] })),
    );
    for (const part of ['Οφείλεται στον λήπτη της ασφάλισης', 'Το οφειλόμενο ποσό δεν έχει καταβληθεί ακόμη']) expect(text).toContain(part);
  });

  it('asks for the green card of a vehicle, in both languages', async () => {
    const returnsGreenCard = true;
    expect(await pdfText(await cancellation(buildCancellationDocument({ returnsGreenCard })))).toContain('επιστρέψετε την πράσινη κάρτα');
    const english = await pdfText(await cancellation(buildCancellationDocument({ returnsGreenCard, language: 'en' })));
    expect(english).toContain('return the vehicle’s green card');
  });

  it('shows no refund for an unpaid instalment, and names no reason given by a person', async () => {
    const [receipt] = buildCancellationDocument().receipts;
    const receipts = [{ ...receipt!, earned: receipt!.paid, returned: '0.00', refund: null }];
    const text = await pdfText(await cancellation(buildCancellationDocument({ kind: 'NON_PAYMENT', reason: null, receipts })));
    for (const part of ['Λύση λόγω μη καταβολής δόσης', 'δεν καταβλήθηκε εντός της προθεσμίας.', 'Δεν επιστρέφονται ασφάλιστρα'])
      expect(text).toContain(part);
    for (const absent of ['Τρόπος επιστροφής', 'null', 'undefined']) expect(text).not.toContain(absent);
  });

  it('says that there was no cover when the insurance had not begun', async () => {
    const text = await pdfText(await cancellation(buildCancellationDocument({ kind: 'VOID', coverEnds: '2026-12-01' })));
    expect(text.replaceAll('\n', ' ')).toContain('ακυρώνεται από την έναρξη της ασφάλισης (01/12/2026). Η κάλυψη δεν άρχισε.');
    expect(text).toContain('Ακύρωση από\n01/12/2026, ώρα 00:00');
    expect(text).not.toContain('Παύση κάλυψης');
  });

  it('keeps its signature on one page, and continues a long reason and many objects on further pages', async () => {
    const objects = Array.from({ length: 50 }, (_, index) => `Κατοικία – Οδός Αριθμού ${index + 1}, 105 63 Αθήνα`);
    const { pages, text } = await readPdf(
      await cancellation(buildCancellationDocument({ objects, reason: 'Πώληση του ακινήτου σε τρίτον. '.repeat(16) })),
    );
    expect(pages.length).toBeGreaterThan(1);
    objects.forEach((object, index) => expect(text).toContain(`${index + 1}. ${object}`));
    expect(pages.at(-1)).toContain('Τόπος και ημερομηνία');
  });

  it('is available in English with the same facts', async () => {
    const text = await pdfText(await cancellation(buildCancellationDocument({ language: 'en' })));
    for (const part of [
      'Cancellation endorsement 27F-C 12',
      'COPY IN ENGLISH',
      '20/04/2027 at 00:00 (Greek time)',
      '€206.83 €126.04 €80.79',
      'Policyholder',
    ])
      expect(text).toContain(part);
    for (const greek of ['ώρα', 'Σύνολο', 'Επιστρ', 'Υπογραφή']) expect(text).not.toContain(greek);
  });
});
