import type { ClaimsHistoryDocument } from '../../src/record/core/documents/rendering/claims-history.js';
import type { GreenCardDocument } from '../../src/record/core/documents/rendering/green-card.types.js';
import type { CancellationDocument } from '../../src/record/core/documents/rendering/cancellation-document.types.js';
import type { ApplicationDocument } from '../../src/record/core/documents/rendering/application-document.types.js';
import type {
  InsuredObject,
  PaymentNotification,
  PolicyDocument,
  PrintedCover,
  PrintedLegalTexts,
  ReceiptDocument,
} from '../../src/record/core/documents/rendering/documents.types.js';

const insurer = {
  name: 'Παράδειγμα Ασφαλιστική Α.Ε.',
  afm: '094014201',
  address: 'Λεωφόρος Συγγρού 100, 117 41 Αθήνα',
  phone: '210 000 0000',
  email: 'info@insurer.example',
};

const client = { name: 'Παπαδοπούλου Ελένη', afm: '123456783', address: 'Ερμού 12, 105 63 Αθήνα' };
const insured = { name: 'Γεωργίου & Υιοί Ο.Ε.', afm: '987654321', address: 'Εγνατία 45, 546 30 Θεσσαλονίκη' };
const printed = { language: 'el' as const, insurer, issuedAt: new Date('2026-11-20T10:15:00Z'), currency: 'EUR' };
const agent = { code: 'A0001', name: 'Πρακτορείο Δήμου' };

const home: InsuredObject = {
  title: 'Κατοικία – Διαμέρισμα',
  address: 'Ερμού 12, 105 63 Αθήνα, Αττική',
  details: [
    { label: 'Έτος κατασκευής', value: '1998' },
    { label: 'Επιφάνεια', value: '92 τ.μ.' },
    { label: 'Όροφοι κτιρίου', value: '0–5' },
    { label: 'Όροφος ασφάλισης', value: '3' },
    { label: 'Φέρων οργανισμός', value: 'Οπλισμένο σκυρόδεμα' },
    { label: 'Τοίχοι', value: 'Τούβλα' },
    { label: 'Στέγη', value: 'Πλάκα σκυροδέματος' },
    { label: 'Έτος αλλαγής σωληνώσεων', value: '2015' },
  ],
  insuredValues: [
    { group: 'Κτίριο', amount: '120000.00' },
    { group: 'Περιεχόμενο', amount: '30000.00' },
  ],
};

const covers: readonly PrintedCover[] = [
  { code: '001', title: 'Πυρκαγιά, κεραυνός', sumInsured: '150000.00', net: '132.00' },
  { code: '002', title: 'Έκρηξη', sumInsured: '150000.00', net: '12.40' },
  { code: '010', title: 'Πλημμύρα, θύελλα, καταιγίδα', sumInsured: '150000.00', net: '48.75' },
  { code: '020', title: 'Σεισμός', sumInsured: '120000.00', net: '96.00' },
  { code: '031', title: 'Κλοπή περιεχομένου κατόπιν διάρρηξης', sumInsured: '30000.00', net: '27.30' },
  { code: '040', title: 'Αστική ευθύνη προς τρίτους', sumInsured: null, net: '15.00' },
];

const totals = {
  net: '314.88',
  fee: '31.49',
  taxes: [
    { title: 'Κλάδος πυρός', rate: '0.20', amount: '61.28' },
    { title: 'Λοιποί κλάδοι', rate: '0.15', amount: '6.00' },
  ],
  levies: [],
  gross: '413.65',
};

const contact = { phone: '210 000 0001', address: 'Λεωφόρος Συγγρού 100, 117 41 Αθήνα', email: 'help@insurer.example' };
const sentence =
  'Ο λήπτης της ασφάλισης μπορεί να δηλώσει εγγράφως όσα του επιτρέπει ο νόμος, εντός 14 ημερών από την παράδοση του ασφαλιστηρίου.';
const right = {
  text: Array.from({ length: 4 }, () => sentence).join(' '),
  form: 'Προς την Παράδειγμα Ασφαλιστική Α.Ε.\nΔηλώνω όσα ακολουθούν.',
};

const legal: PrintedLegalTexts = {
  version: 7,
  generalConditions: { title: 'Γενικοί όροι πυρός', reference: 'ΓΟ-ΠΥΡ', version: '2026-1', url: 'https://insurer.example/terms' },
  claims: { ...contact, text: sentence, hours: 'Όλο το εικοσιτετράωρο', friendlySettlementPhone: null },
  objection: right,
  withdrawal: right,
  complaints: { ...contact, text: sentence, department: 'Υπηρεσία Αιτιάσεων' },
  outOfCourt: sentence,
};

export function buildPolicyDocument(changes: Partial<PolicyDocument> = {}): PolicyDocument {
  return {
    ...printed,
    line: 'Ασφάλιση πυρός',
    policyNo: 'P260000123',
    applicationNo: 'F260000123',
    agent,
    client,
    insured,
    period: { start: '2026-12-01', end: '2027-12-01' },
    paymentFrequency: 'Εξαμηνιαία',
    facts: [{ label: 'Πρόγραμμα', value: 'Κατοικία Πλήρης' }],
    objects: [home],
    covers,
    discounts: [{ code: 'D05', title: 'Σύστημα συναγερμού', rate: '0.05', amount: '16.57' }],
    hours: { start: '2026-12-01T00:00', end: '2027-12-01T00:00' },
    legal,
    totals,
    instalments: [
      { no: 1, from: '2026-12-01', to: '2027-06-01', due: '2026-12-01', gross: '206.83', status: 'PAID' },
      { no: 2, from: '2027-06-01', to: '2027-12-01', due: '2027-06-01', gross: '206.82', status: 'PENDING' },
    ],
    ...changes,
  };
}

export function buildApplicationDocument(changes: Partial<ApplicationDocument> = {}): ApplicationDocument {
  return {
    ...buildPolicyDocument(),
    policyNo: null,
    applicationDate: '2026-11-18',
    status: 'Τιμολογημένη, μπορεί να προχωρήσει',
    ...changes,
  };
}

export function buildPaymentNotification(changes: Partial<PaymentNotification> = {}): PaymentNotification {
  return {
    ...printed,
    paymentCode: 'RF13912348000000000100017',
    amount: '1206.83',
    dueDate: '2026-12-01',
    payer: client,
    applicationNo: 'F260000123',
    policyNo: 'P260000123',
    line: 'Ασφάλιση πυρός',
    agent,
    period: { start: '2026-12-01', end: '2027-06-01' },
    ...changes,
  };
}

export function buildReceiptDocument(changes: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    ...printed,
    number: '26F 1000457',
    kind: 'NEW',
    status: 'PAID',
    policyNo: 'P260000123',
    applicationNo: 'F260000123',
    line: 'Ασφάλιση πυρός',
    client,
    insured,
    agent,
    period: { start: '2026-12-01', end: '2027-06-01' },
    dueDate: '2026-12-01',
    covers,
    totals,
    payment: { method: 'RF', reference: 'BANK-2026-0004571', paidOn: '2026-11-20' },
    ...changes,
  };
}

/** Builds a claims history of `vehicles` vehicles with six years of insurance each. */
export function buildClaimsHistory(vehicles: number): ClaimsHistoryDocument {
  const contracts = Array.from({ length: 6 }, (_, index) => ({
    policyNo: `P2${6 - index}0000123`,
    start: `${2026 - index}-03-01`,
    end: `${2027 - index}-03-01`,
    hasCover: true,
    status: { el: 'Έληξε', en: 'Expired' },
    bonusMalus: 7,
  }));
  const registry = { bonusMalus: 7, lastYear: 0, last5Years: 1, isRenewal: false, source: 'Μητρώο', asOf: '2026-06-30' };
  return {
    ...printed,
    issuer: [insurer.name],
    omitted: 0,
    agents: null,
    policyholder: { ...client, address: client.address, isCompany: false, birthdate: null, phone: null, email: null },
    vehicles: Array.from({ length: vehicles }, (_, index) => ({
      plateNo: `IZX-48${10 + index}`,
      chassisNo: null,
      category: 'A',
      make: 'VOLKSWAGEN',
      contracts,
      registry,
    })),
  };
}

export function buildCancellationDocument(changes: Partial<CancellationDocument> = {}): CancellationDocument {
  const gross = { paid: '206.83', earned: '126.04', returned: '80.79' };
  return {
    ...printed,
    issuedAt: new Date('2027-04-20T08:00:00Z'),
    actNo: '27F-C 12',
    kind: 'CANCELLATION',
    reason: 'Πώληση ή μεταβίβαση – Πώληση του ακινήτου',
    receivedOn: '2027-04-18',
    effectiveOn: '2027-04-19',
    returnsGreenCard: false,
    coverEnds: '2027-04-20',
    policyNo: 'P260000123',
    line: 'Ασφάλιση πυρός',
    agent,
    client,
    insured,
    objects: ['Κατοικία – Διαμέρισμα – Ερμού 12, 105 63 Αθήνα, Αττική'],
    period: { start: '2026-12-01', end: '2027-12-01' },
    receipts: [
      {
        ...gross,
        receiptNo: '26F 1001',
        period: { start: '2026-12-01', end: '2027-06-01' },
        payment: { method: 'CHARGE', reference: 'P260000123/1', paidOn: '2026-11-20' },
        refund: { receiptNo: '27F-R 1004', payment: { method: 'CHARGE', reference: 'P260000123/1/REFUND', paidOn: '2027-04-20' } },
      },
    ],
    parts: {
      net: { paid: '157.44', earned: '90.12', returned: '67.32' },
      fee: { paid: '15.75', earned: '15.75', returned: '0.00' },
      tax: { paid: '33.64', earned: '20.17', returned: '13.47' },
      levy: { paid: '0.00', earned: '0.00', returned: '0.00' },
      gross,
    },
    notOwed: [{ no: 2, from: '2027-06-01', to: '2027-12-01', gross: '206.82' }],
    ...changes,
  };
}

export function buildGreenCard(changes: Partial<GreenCardDocument> = {}): GreenCardDocument {
  const covered = { isCovered: true, limit: null };
  return {
    ...printed,
    policyNo: 'P260000123',
    insurerCode: '123',
    plateNo: 'IZX4821',
    chassisNo: 'VF7SC8HR4JA000001',
    category: 'A',
    make: 'Citroën C3',
    policyholder: ['Παπαδοπούλου Ελένη', 'Ερμού 12, 105 63 Αθήνα', 'Papadopoulou Eleni', 'Ermou 12, 105 63 Athina'],
    issuer: [insurer.name, insurer.address, 'Sample Insurance S.A.', '100 Syngrou Ave., 117 41 Athens'],
    period: { start: '2026-12-05', end: '2027-12-04' },
    countries: [
      { ...covered, sign: 'A', title: 'Αυστρία · Austria', isEea: true },
      { ...covered, sign: 'CY', title: 'Κύπρος · Cyprus', isEea: true, limit: 'Η κάλυψη περιορίζεται. · Cover is restricted.' },
      { ...covered, sign: 'BY', title: 'Λευκορωσία · Belarus', isEea: false, isCovered: false },
      { ...covered, sign: 'IR', title: 'Ιράν · Iran', isEea: false, isCovered: false },
      {
        ...covered,
        sign: 'SRB',
        title: 'Σερβία · Serbia',
        isEea: false,
        limit: 'Η κάλυψη περιορίζεται στα τμήματα. · Cover is restricted to parts.',
      },
    ],
    ...changes,
  };
}

/** Builds a policy of many objects, each with its own covers. */
export function buildLargePolicyDocument(objectCount: number): PolicyDocument {
  const numbers = Array.from({ length: objectCount }, (_, index) => index + 1);
  return buildPolicyDocument({
    objects: numbers.map((number) => ({ ...home, address: `Οδός Αριθμού ${number}, 105 63 Αθήνα` })),
    covers: numbers.flatMap((number) => covers.map((cover) => ({ ...cover, group: `Αντικείμενο ${number}: Οδός Αριθμού ${number}` }))),
  });
}
