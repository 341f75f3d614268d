import { jest } from '@jest/globals';
import { pdfText, readPdf } from '../../../../../test/support/pdf-text.js';
import {
  buildApplicationDocument,
  buildPaymentNotification,
  buildPolicyDocument,
  buildLargePolicyDocument,
} from '../../../../../test/support/printed-documents.js';
import type { ApplicationDocument } from './application-document.types.js';
import type { PaymentNotification, PolicyDocument } from './documents.types.js';
import { renderDocument } from './render-document.js';

const policy = (data: PolicyDocument): Promise<Uint8Array> => renderDocument({ kind: 'policy', data });
const application = (data: ApplicationDocument): Promise<Uint8Array> => renderDocument({ kind: 'application', data });
const notification = (data: PaymentNotification): Promise<Uint8Array> => renderDocument({ kind: 'paymentNotification', data });
const latin1 = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');

jest.setTimeout(30_000);

describe('a printed policy', () => {
  it('shows the parties, the risk, the dates and the amounts', async () => {
    const text = await pdfText(await policy(buildPolicyDocument()));
    for (const part of [
      'Παράδειγμα Ασφαλιστική Α.Ε.',
      'ΑΦΜ 094014201 · Λεωφόρος Συγγρού 100, 117 41 Αθήνα · Τηλ. 210 000 0000 · info@insurer.example',
      'Ασφαλιστήριο P260000123',
      'Αριθμός αίτησης\nF260000123',
      'Ασφάλιση πυρός',
      'Ημερομηνία έκδοσης\n20/11/2026',
      'Έναρξη ασφάλισης\n01/12/2026, ώρα 00:00',
      'Λήξη ασφάλισης\n01/12/2027, ώρα 00:00',
      'Εξαμηνιαία',
      'A0001 – Πρακτορείο Δήμου',
      'Πρόγραμμα\nΚατοικία Πλήρης',
      'Λήπτης της ασφάλισης\nΠαπαδοπούλου Ελένη\nΑΦΜ 123456783\nΕρμού 12, 105 63 Αθήνα',
      'Ασφαλισμένος\nΓεωργίου & Υιοί Ο.Ε.\nΑΦΜ 987654321',
      'Επιφάνεια\n92 τ.μ.',
      'Κεφάλαιο: Κτίριο\n120.000,00 €',
      '001 Πυρκαγιά, κεραυνός 150.000,00 € 132,00 €',
      '040 Αστική ευθύνη προς τρίτους – 15,00 €',
      'D05 Σύστημα συναγερμού 5% 16,57 €',
      'Καθαρά ασφάλιστρα 314,88 €',
      'Δικαίωμα συμβολαίου 31,49 €',
      'Φόρος ασφαλίστρων: Κλάδος πυρός 20% 61,28 €',
      'Σύνολο 413,65 €',
      '1 01/12/2026 01/06/2027 01/12/2026 Εξοφλήθηκε 206,83 €',
      '2 01/06/2027 01/12/2027 01/06/2027 Εκκρεμεί 206,82 €',
      'Εκδόθηκε ηλεκτρονικά από την Παράδειγμα Ασφαλιστική Α.Ε. στις 20/11/2026.',
      'Σελίδα 1 από',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('shows what each cover insures, its limits and the insured’s own share', async () => {
    const covers = [
      { code: '005', title: 'Σεισμός', insured: 'Κτίριο', sumInsured: '120000.00', deductible: '2% του κεφαλαίου', net: '96.00' },
      { code: '011', title: 'Αστική ευθύνη', net: '5.00' },
    ];
    const text = await pdfText(await policy(buildPolicyDocument({ covers })));
    expect(text).toContain('Κωδ. Κάλυψη Ασφαλιζόμενο κεφάλαιο Απαλλαγή Καθαρά ασφάλιστρα');
    expect(text).toContain('005 Σεισμός – Κτίριο 120.000,00 € 2% του κεφαλαίου 96,00 €');
    expect(text).toContain('011 Αστική ευθύνη – – 5,00 €');
  });

  it('contains the legal texts, and the forms on a separate page', async () => {
    const { pages, text } = await readPdf(await policy(buildPolicyDocument()));
    for (const part of [
      'Ο λήπτης της ασφάλισης έχει δικαίωμα εναντίωσης',
      'Γενικοί όροι\nΤο ασφαλιστήριο διέπεται',
      'ΓΟ-ΠΥΡ',
      '2026-1',
      'https://insurer.example/terms',
      'Δικαίωμα εναντίωσης\nΟ λήπτης',
      'Δικαίωμα υπαναχώρησης\nΟ λήπτης',
      'Αναγγελία ζημιάς\n',
      '210 000 0001',
      'Υπηρεσία Αιτιάσεων',
      'Εξωδικαστική επίλυση διαφορών και εποπτεία',
      'έκδοση 7',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('φιλικού διακανονισμού');
    const last = pages.at(-1)!;
    for (const part of ['Δήλωση εναντίωσης', 'Δήλωση υπαναχώρησης', 'Δηλώνω όσα ακολουθούν.', 'Υπογραφή του λήπτη της ασφάλισης'])
      expect(last).toContain(part);
    expect(last).not.toContain('Διαχείριση αιτιάσεων');
  });

  it('shows a vehicle with the same rows', async () => {
    const data = buildPolicyDocument({
      line: 'Ασφάλιση οχήματος',
      objects: [
        {
          title: 'Επιβατικό Ι.Χ. ΙΚΧ-1234',
          details: [{ label: 'Αριθμός πλαισίου', value: 'WVWZZZ1JZXW000001' }],
          insuredValues: [{ group: 'Όχημα', amount: '14500.00' }],
        },
      ],
      totals: { ...buildPolicyDocument().totals, levies: [{ title: 'Επικουρικό κεφάλαιο', rate: '0.06', amount: '18.89' }] },
    });
    const text = await pdfText(await policy(data));
    expect(text).toContain('Επιβατικό Ι.Χ. ΙΚΧ-1234\nΑριθμός πλαισίου\nWVWZZZ1JZXW000001');
    expect(text).toContain('Εισφορά: Επικουρικό κεφάλαιο 6% 18,89 €');
  });

  it('shows the terms of an approval, and no such section without terms', async () => {
    const excludedCovers = [{ code: '020', title: 'Σεισμός' }];
    const terms = { loadingPercent: '12.5', deductible: '500.00', note: 'Έλεγχος εντός τριμήνου.\nΒεβαίωση.', excludedCovers };
    const text = await pdfText(await policy(buildPolicyDocument({ terms })));
    for (const part of ['Όροι έγκρισης', '12,5%', '500,00 €', 'Εξαιρούμενες καλύψεις: 020 Σεισμός', 'Έλεγχος εντός τριμήνου.\nΒεβαίωση.']) {
      expect(text).toContain(part);
    }
    expect(await pdfText(await policy(buildPolicyDocument({ terms: { note: ' ', excludedCovers: [] } })))).not.toContain('Όροι έγκρισης');
  });

  it('omits an absent value together with its heading', async () => {
    const bare = buildPolicyDocument({
      insurer: { name: 'Ασφαλιστής', afm: '094014201', address: 'Αθήνα' },
      facts: undefined,
      objects: [],
      covers: [],
      discounts: [],
      instalments: [],
      client: { name: 'Α', afm: '', address: null },
    });
    const text = await pdfText(await policy(bare));
    for (const absent of ['undefined', 'null', 'Τηλ.', 'Ασφαλιζόμεν', 'Καλύψεις', 'Εκπτώσεις', 'Δόσεις', 'Όροι'])
      expect(text).not.toContain(absent);
    expect(text).toContain('Σύνολο 413,65 €');
  });
});

describe('a printed contract of 50 objects', () => {
  const data = buildLargePolicyDocument(50);

  it('shows every object and every cover row once, and repeats the heads on each page', async () => {
    const { pages, text } = await readPdf(await policy(data));
    expect(pages.length).toBeGreaterThan(5);
    for (let number = 1; number <= 50; number++)
      expect(text).toContain(`${number}. Κατοικία – Διαμέρισμα – Οδός Αριθμού ${number}, 105 63 Αθήνα`);
    expect(text.match(/001 Πυρκαγιά, κεραυνός 150\.000,00 € 132,00 €/g)).toHaveLength(50);
    for (const page of pages.filter((content) => content.includes('Πυρκαγιά, κεραυνός'))) {
      expect(page).toContain('Κωδ. Κάλυψη Ασφαλιζόμενο κεφάλαιο Καθαρά ασφάλιστρα');
    }
    pages.forEach((page, index) => {
      expect(page).toContain(`Σελίδα ${index + 1} από ${pages.length}`);
      expect(page).toContain('P260000123');
      expect(page).toContain('Παράδειγμα Ασφαλιστική Α.Ε.');
    });
  });

  it('names the object again when its covers continue on the next page', async () => {
    const { pages } = await readPdf(await policy(data));
    const continued = pages.filter((page) => page.includes('(συνέχεια)'));
    expect(continued.length).toBeGreaterThan(0);
    for (const page of continued) expect(page).toMatch(/ασφάλιστρα\nΑντικείμενο (\d+): Οδός Αριθμού \1 \(συνέχεια\)\n0/);
  });

  it('never splits a row, or a heading from its first row', async () => {
    const { pages } = await readPdf(await policy(data));
    for (const page of pages) {
      const body = page.split('\nΕκδόθηκε ηλεκτρονικά')[0]!;
      expect(body).not.toMatch(/Αντικείμενο \d+: Οδός Αριθμού \d+$/);
      expect(body).not.toMatch(/(Καλύψεις|Ασφάλιστρα|Δόσεις|Καθαρά ασφάλιστρα|105 63 Αθήνα)$/);
    }
  });
});

describe('a printed application', () => {
  it('shows its number and status, and no premium before it has a price', async () => {
    const { title, text } = await readPdf(await application(buildApplicationDocument({ totals: null, instalments: [] })));
    expect(title).toBe('Αίτηση ασφάλισης F260000123');
    expect(text).toContain('Τιμολογημένη, μπορεί να\nπροχωρήσει');
    expect(text).toContain('Ημερομηνία αίτησης\n18/11/2026');
    for (const absent of ['Αριθμός ασφαλιστηρίου', 'Ημερομηνία έκδοσης', 'Σύνολο', 'Δόσεις']) expect(text).not.toContain(absent);
  });

  it('shows the policy number that prepay reserved', async () => {
    expect(await pdfText(await application(buildApplicationDocument({ policyNo: 'P260000123' })))).toContain(
      'Αριθμός ασφαλιστηρίου\nP260000123',
    );
  });
});

describe('the signature block', () => {
  const signed = async (objects: number, instalments: number) => {
    const { instalments: one } = buildPolicyDocument();
    const dues = Array.from({ length: instalments }, (_, index) => ({ ...one[0]!, no: index + 1 }));
    return (
      await readPdf(
        await application(buildApplicationDocument({ ...buildLargePolicyDocument(objects), policyNo: null, instalments: dues })),
      )
    ).pages;
  };

  it('is printed on the page of the price that is signed, however long the rest is', async () => {
    for (const [objects, instalments] of [
      [0, 1],
      [1, 1],
      [1, 4],
      [1, 12],
      [2, 1],
      [2, 12],
      [3, 4],
      [4, 2],
      [7, 12],
    ] as const) {
      const pages = await signed(objects, instalments);
      const last = pages.at(-1)!;
      for (const part of ['Υπογραφή του λήπτη', 'Δήλωση και υπογραφή', 'Σύνολο 413,65 €', 'Δόσεις', 'Ασφάλιστρα'])
        expect(last).toContain(part);
    }
  });

  it('keeps a short application on one page', async () => {
    expect(await signed(0, 1)).toHaveLength(1);
  });
});

describe('a printed payment notification', () => {
  it('shows amount, date and code for people and for copying', async () => {
    const text = await pdfText(await notification(buildPaymentNotification()));
    for (const part of [
      '1.206,83 €',
      'Πληρωμή έως\n01/12/2026',
      'RF13 9123 4800 0000 0001 0001 7',
      'RF13912348000000000100017',
      'Παπαδοπούλου Ελένη',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Πληρώστε ακριβώς το ποσό που αναγράφεται');
  });

  it('shows the application number when there is no policy number', async () => {
    const data = buildPaymentNotification({ policyNo: null, agent: null, period: null });
    const { title } = await readPdf(await notification(data));
    expect(title).toBe('Ειδοποιητήριο πληρωμής F260000123');
  });

  it('describes the QR code for people who cannot see it', async () => {
    const compressed = latin1(await notification(buildPaymentNotification()));
    expect(compressed).toContain('/S /Figure');
    expect(compressed).toContain('/Alt');
  });
});

describe('every printed document', () => {
  it('has title, author, language and creation date, and is tagged', async () => {
    const pdf = await policy(buildPolicyDocument());
    expect(await readPdf(pdf)).toMatchObject({
      title: 'Ασφαλιστήριο P260000123',
      author: 'Παράδειγμα Ασφαλιστική Α.Ε.',
      language: 'el-GR',
      createdAt: new Date('2026-11-20T10:15:00Z'),
    });
    for (const part of ['/Marked true', '/StructTreeRoot', '/S /H1', '/S /TH', '/DisplayDocTitle true'])
      expect(latin1(pdf)).toContain(part);
  });

  it('embeds its fonts and nothing else', async () => {
    const fonts = latin1(await policy(buildPolicyDocument())).match(/\/BaseFont \/\S+/g);
    expect(new Set(fonts?.map((font) => font.replace(/.*[+/]/, '')))).toEqual(new Set(['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold']));
  });

  it('has the same bytes for the same data, and other bytes for other data', async () => {
    const [once, again, other] = await Promise.all([
      policy(buildPolicyDocument()),
      policy(buildPolicyDocument()),
      policy(buildPolicyDocument({ issuedAt: new Date('2026-11-20T10:15:01Z') })),
    ]);
    expect(Buffer.from(once).equals(again)).toBe(true);
    expect(Buffer.from(once).equals(other)).toBe(false);
  });

  it('does not depend on earlier documents, and keeps Latin letters that are composed like Greek ones', async () => {
    const letters = 'ABEHIKMNOPTXYZ ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ';
    const first = await policy(buildPolicyDocument({ line: 'ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ Ά Ή office' }));
    const data = buildPolicyDocument({ client: { name: letters, afm: '123456783' }, insured: { name: 'office', afm: letters } });
    const second = await policy(data);
    expect((await pdfText(second)).match(new RegExp(letters, 'g'))).toHaveLength(2);
    await policy(buildPolicyDocument({ line: 'ﬃ مرحبا 123', paymentFrequency: letters }));
    expect(Buffer.from(await policy(data)).equals(second)).toBe(true);
    expect(await pdfText(first)).toContain('office');
  });

  it('has the sandbox mark on every page in the sandbox, and only there', async () => {
    const { pages } = await readPdf(await policy({ ...buildLargePolicyDocument(10), sandbox: true }));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ – ΧΩΡΙΣ ΙΣΧΥ');
    expect(await pdfText(await policy(buildPolicyDocument()))).not.toContain('ΔΟΚΙΜΑΣΤΙΚΟ');
  });

  it('keeps its metadata well-formed for any name of the insurer', async () => {
    const pdf = await policy(
      buildPolicyDocument({ insurer: { ...buildPolicyDocument().insurer, name: 'Α & Β <Ασφαλιστική>\n</rdf:li>' } }),
    );
    const packet = Buffer.from(pdf)
      .toString('utf8')
      .match(/<\?xpacket begin[\s\S]*<\?xpacket end/)![0];
    expect(packet).not.toMatch(/&(?!amp;|lt;|gt;)/);
    expect(packet.match(/<\/rdf:li>/g)).toHaveLength(2);
  });
});

describe('a document with unusual data', () => {
  const long = 'Μακρύ όνομα πολλών λέξεων '.repeat(400);
  const strange = 'שלום مرحبا 👨‍👩‍👧 漢字 \u202eγιατί\u0000\u0007\ud800';

  it.each([
    ['a very long name', long],
    ['one very long word', 'Χ'.repeat(20_000)],
    ['characters of other scripts, emoji and controls', strange],
    ['nothing', ''],
    ['blanks and line ends', ' \n\t\r\n '],
    ['what looks like PDF and like XML', ') Tj ET Q endstream endobj </x> %%EOF \\'],
  ])('prints %s in any field', async (_name, text) => {
    const person = { name: text, afm: text, address: text };
    const data = buildPolicyDocument({
      insurer: { ...person, phone: text, email: text },
      policyNo: text,
      agent: { code: text, name: text },
      client: person,
      insured: person,
      line: text,
      facts: [{ label: text, value: text }],
      objects: [{ title: text, address: text, details: [{ label: text, value: text }], insuredValues: [{ group: text, amount: '1.00' }] }],
      covers: [{ group: text, code: text, title: text, sumInsured: '999999999999.99', net: '-123456789.05' }],
      discounts: [{ code: text, title: text }],
      terms: { note: text, excludedCovers: [{ code: text, title: text }] },
    });
    const { pages, text: printed } = await readPdf(await policy(data));
    expect(pages.length).toBeLessThan(60);
    expect(printed).toContain('Σύνολο 413,65 €');
    expect(printed).toContain('999.999.999.999,99 €');
    for (const page of pages) expect(page).toContain(` από ${pages.length}`);
  });

  it('prints a text in full when it fits on a page', async () => {
    const title = Array.from({ length: 120 }, (_, index) => `λέξη${index}`).join(' ');
    const text = await pdfText(await policy(buildPolicyDocument({ covers: [{ code: '001', title, net: '1.00' }] })));
    for (let index = 0; index < 120; index++) expect(text).toMatch(new RegExp(`λέξη${index}\\s`));
  });

  it('refuses an invalid amount, date or instant', async () => {
    await expect(notification(buildPaymentNotification({ amount: '1.234,56' }))).rejects.toThrow('Invalid number');
    await expect(notification(buildPaymentNotification({ dueDate: '01/12/2026' }))).rejects.toThrow(RangeError);
    await expect(notification(buildPaymentNotification({ issuedAt: new Date('never') }))).rejects.toThrow(RangeError);
  });
});
