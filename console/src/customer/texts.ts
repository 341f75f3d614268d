/** Texts of the page, Greek and English. */
const TEXTS = {
  digitsTitle: ['Επιβεβαιώστε ότι είστε εσείς', 'Confirm that it is you'],
  digits: ['Τα 4 τελευταία ψηφία του ΑΦΜ του λήπτη της ασφάλισης', 'Last 4 digits of the policyholder’s tax number (AFM)'],
  continue: ['Συνέχεια', 'Continue'],
  accept: ['Η πρόταση ασφάλισής σας', 'Your insurance proposal'],
  pay: ['Πληρωμή ασφαλίστρων', 'Premium payment'],
  policy: ['Το συμβόλαιό σας', 'Your policy'],
  withdraw: ['Υπαναχώρηση από τη σύμβαση', 'Withdrawal from the contract'],
  number: ['Αριθμός', 'Number'],
  line: ['Ασφάλιση', 'Insurance'],
  period: ['Διάρκεια', 'Period'],
  gross: ['Συνολικά ασφάλιστρα', 'Total premium'],
  acceptBy: ['Απαντήστε έως', 'Answer by'],
  object: ['Ασφαλιζόμενο αντικείμενο', 'Insured object'],
  covers: ['Καλύψεις', 'Covers'],
  cover: ['Κάλυψη', 'Cover'],
  sum: ['Ασφαλιζόμενο κεφάλαιο', 'Sum insured'],
  instalments: ['Δόσεις', 'Instalments'],
  from: ['Από', 'From'],
  amount: ['Ποσό', 'Amount'],
  documents: ['Έγγραφα', 'Documents'],
  readFirst: ['Διαβάστε τα έγγραφα πριν απαντήσετε.', 'Read the documents before you answer.'],
  noDocuments: ['Δεν υπάρχουν έγγραφα.', 'There are no documents.'],
  answer: ['Η απάντησή σας', 'Your answer'],
  required: ['απαιτείται', 'required'],
  missing: ['Επιλέξτε όλες τις δηλώσεις που απαιτούνται.', 'Select every statement that is required.'],
  sendCode: ['Στείλτε μου κωδικό με email', 'Send me a code by email'],
  codeSent: ['Στείλαμε κωδικό στο', 'We sent a code to'],
  sandboxCode: ['Στο δοκιμαστικό περιβάλλον δεν στέλνονται email. Ο κωδικός είναι', 'The sandbox sends no email. The code is'],
  code: ['Κωδικός 6 ψηφίων', 'Code of 6 digits'],
  acceptIt: ['Αποδέχομαι την πρόταση', 'Accept the proposal'],
  rejectTitle: ['Δεν συμφωνείτε;', 'You do not agree?'],
  reason: ['Αιτία (προαιρετικά)', 'Reason (optional)'],
  rejectIt: ['Δεν αποδέχομαι την πρόταση', 'Reject the proposal'],
  notAwaited: [
    'Η πρόταση δεν περιμένει πλέον απάντηση. Για πληροφορίες επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή.',
    'The proposal no longer awaits an answer. Ask your insurance intermediary for more information.',
  ],
  accepted: ['Αποδεχθήκατε την πρόταση', 'You have accepted the proposal'],
  rejected: ['Δεν αποδεχθήκατε την πρόταση', 'You have rejected the proposal'],
  at: ['Ημερομηνία και ώρα', 'Date and time'],
  payCode: ['Κωδικός πληρωμής RF', 'RF payment code'],
  due: ['Πληρωμή έως', 'Pay by'],
  howToPay: [
    'Πληρώστε από το e-banking ή την εφαρμογή της τράπεζάς σας με τον κωδικό RF ή τον κωδικό QR. Η πληρωμή εμφανίζεται εδώ όταν μας ενημερώσει η τράπεζα.',
    'Pay in your e-banking or banking app with the RF code or the QR code. The payment appears here when the bank tells us of it.',
  ],
  nothingDue: ['Δεν υπάρχει ποσό προς πληρωμή.', 'There is nothing to pay.'],
  contactTitle: ['Άλλαξαν τα στοιχεία επικοινωνίας σας;', 'Have your contact details changed?'],
  email: ['Νέο email', 'New email'],
  phone: ['Νέο τηλέφωνο', 'New telephone'],
  address: ['Νέα διεύθυνση', 'New address'],
  report: ['Αποστολή αλλαγών', 'Send the changes'],
  reported: ['Λάβαμε το αίτημά σας με αριθμό', 'We have received your request, number'],
  withdrawBy: ['Υπαναχώρηση έως', 'Withdraw by'],
  withdrawText: [
    'Μπορείτε να υπαναχωρήσετε εντός 14 ημερών από την έκδοση χωρίς να αναφέρετε αιτία. Το συμβόλαιο ακυρώνεται και τα ασφάλιστρα επιστρέφονται.',
    'You can withdraw within 14 days of the issue without giving a reason. The policy is cancelled and the premium refunded.',
  ],
  withdrawIt: ['Υπαναχώρηση από τη σύμβαση', 'Withdraw from contract'],
  statementTitle: ['Η δήλωσή σας', 'Your statement'],
  statement: [
    'Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση',
    'I hereby give notice that I withdraw from the insurance contract',
  ],
  confirmWithdrawal: ['Επιβεβαίωση υπαναχώρησης', 'Confirm withdrawal'],
  back: ['Επιστροφή', 'Back'],
  received: ['Λάβαμε την υπαναχώρησή σας', 'We have received your withdrawal'],
  refund: ['Επιστρέφονται', 'Refunded'],
  examined: [
    'Έχει δηλωθεί ζημιά, γι’ αυτό η υπαναχώρηση εξετάζεται. Θα σας απαντήσουμε το συντομότερο.',
    'A claim has been reported, so the withdrawal is being examined. We will answer as soon as possible.',
  ],
  acknowledged: ['Σας στέλνουμε επιβεβαίωση με email.', 'We are sending you an acknowledgement by email.'],
  decision: ['Η απάντησή μας', 'Our answer'],
  sandbox: ['Δοκιμαστικό περιβάλλον: τίποτα δεν είναι πραγματικό.', 'Sandbox: nothing here is real.'],
  failed: [
    'Η σύνδεση διακόπηκε. Δοκιμάστε ξανά: τίποτα δεν γίνεται δύο φορές.',
    'The connection was lost. Try again: nothing is done twice.',
  ],
  help: ['Χρειάζεστε βοήθεια;', 'Do you need help?'],
  otherLanguage: ['English', 'Ελληνικά'],
} as const satisfies Readonly<Record<string, readonly [el: string, en: string]>>;

export type TextId = keyof typeof TEXTS;
export const language: 'el' | 'en' = document.documentElement.lang === 'en' ? 'en' : 'el';

export function text(id: TextId): string {
  return TEXTS[id][language === 'el' ? 0 : 1];
}

const euro = new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-IE', { style: 'currency', currency: 'EUR' });

export function formatMoney(amount: number): string {
  return euro.format(amount);
}

/** `2026-12-01` → `01/12/2026` */
export function formatDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

export function formatMoment(moment: string): string {
  return `${formatDay(moment)} ${moment.slice(11)}`;
}
