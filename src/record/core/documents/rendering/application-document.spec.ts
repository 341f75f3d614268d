import { jest } from '@jest/globals';
import { pdfText, readPdf } from '../../../../../test/support/pdf-text.js';
import { buildApplicationDocument } from '../../../../../test/support/printed-documents.js';
import type { ApplicationDocument, PrintedCustomerAct } from './application-document.types.js';
import { renderDocument } from './render-document.js';

const print = (changes: Partial<ApplicationDocument>): Promise<Uint8Array> =>
  renderDocument({ kind: 'application', data: buildApplicationDocument(changes) });

const ACT: PrintedCustomerAct = {
  kind: 'ACCEPTED',
  at: '20/11/2026 12:15:00',
  channel: 'LINK',
  sentTo: 'm…@example.gr',
  reason: null,
  answers: [{ text: 'Τα στοιχεία είναι αληθή.', isGiven: true }],
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  isSignature: true,
};

jest.setTimeout(30_000);

describe('the answers of a printed application', () => {
  it('are printed in full over several pages, each with its label and below its heading', async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `λέξη${index}`);
    const group = (no: number) => ({
      title: `Ασφαλιζόμενο αντικείμενο ${no} · Συνιδιοκτήτης`,
      answers: [
        ...Array.from({ length: 12 }, (_, index) => ({ label: `Ερώτηση ${no}.${index}`, value: `Απάντηση ${no}.${index}` })),
        { label: `Παρατηρήσεις ${no}`, value: no === 5 ? words.join(' ') : 'Μία\nδεύτερη γραμμή' },
      ],
    });
    const { pages, text } = await readPdf(await print({ answers: Array.from({ length: 10 }, (_, index) => group(index + 1)) }));
    for (let no = 1; no <= 10; no += 1) {
      expect(text).toContain(
        `Συνιδιοκτήτης\nΕρώτηση ${no}.0\nΑπάντηση ${no}.0`.replace('Συνιδιοκτήτης', `αντικείμενο ${no} · Συνιδιοκτήτης`),
      );
      for (let index = 0; index < 12; index += 1) expect(text).toContain(`Ερώτηση ${no}.${index}\nΑπάντηση ${no}.${index}`);
    }
    for (const word of words) expect(text).toMatch(new RegExp(`${word}\\s`));
    expect(text).toContain('Παρατηρήσεις 4\nΜία\nδεύτερη γραμμή');
    for (const page of pages) expect(page.split('\nΕκδόθηκε ηλεκτρονικά')[0]).not.toMatch(/Συνιδιοκτήτης$/);
  });
});

describe('an act of the customer in a printed application', () => {
  it('is printed with its hash, and an acceptance by code is the signature', async () => {
    const text = await pdfText(await print({ acts: [ACT] }));
    for (const part of [
      'Αποδοχή',
      '20/11/2026 12:15:00',
      'm…@example.gr',
      'Ναι – Τα στοιχεία είναι αληθή.',
      ACT.sha256,
      'Δηλώνω ότι τα στοιχεία',
      'Υπογράφηκε ηλεκτρονικά',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Τόπος και ημερομηνία');
  });

  it('that signs nothing leaves the place to sign', async () => {
    const text = await pdfText(await print({ acts: [{ ...ACT, kind: 'REJECTED', reason: 'Ακριβό', isSignature: false }] }));
    for (const part of ['Απόρριψη', 'Ακριβό', 'Τόπος και ημερομηνία']) expect(text).toContain(part);
    expect(text).not.toContain('Υπογράφηκε ηλεκτρονικά');
  });
});

describe('the approval in a printed application', () => {
  it('names its day, and the rules that are not met', async () => {
    const text = await pdfText(
      await print({ approvedOn: '2026-11-19', deviations: ['Αυθαίρετη κατασκευή'], terms: { loadingPercent: '10' } }),
    );
    for (const part of ['στις 19/11/2026, με τους όρους', 'Αυθαίρετη κατασκευή', 'Όροι έγκρισης']) expect(text).toContain(part);
    expect(await pdfText(await print({}))).not.toContain('αποκλίσεις');
  });
});
