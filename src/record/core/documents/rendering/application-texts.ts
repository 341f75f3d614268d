import { buildWords } from './words.js';

export const APPLICATION_TEXTS = buildWords({
  answers: { el: 'Ερωτήσεις και απαντήσεις', en: 'Questions and answers' },
  answersNotice: {
    el: 'Ακολουθούν όλες οι απαντήσεις που δόθηκαν, με τη σειρά του ερωτηματολογίου. Ερωτήσεις που δεν απαντήθηκαν παραλείπονται.',
    en: 'All answers that were given follow, in the order of the questionnaire. Questions without an answer are left out.',
  },
  approval: { el: 'Έγκριση και αποκλίσεις', en: 'Approval and deviations' },
  approvedOn: {
    el: (day: string) => `Η αίτηση εγκρίθηκε από την ασφαλιστική εταιρεία στις ${day}.`,
    en: (day: string) => `The insurer approved the application on ${day}.`,
  },
  approvedWithTerms: {
    el: (day: string) => `Η αίτηση εγκρίθηκε από την ασφαλιστική εταιρεία στις ${day}, με τους όρους έγκρισης που αναγράφονται σε αυτήν.`,
    en: (day: string) => `The insurer approved the application on ${day}, with the terms of approval stated in it.`,
  },
  acts: { el: 'Δηλώσεις του λήπτη της ασφάλισης', en: 'Acts of the policyholder' },
  actTime: { el: 'Ημερομηνία και ώρα', en: 'Date and time' },
  actKind: { el: 'Δήλωση', en: 'Act' },
  actChannel: { el: 'Τρόπος', en: 'Given by' },
  codeSentTo: { el: 'Ο κωδικός στάλθηκε στο', en: 'The code was sent to' },
  reason: { el: 'Αιτιολογία', en: 'Reason' },
  shownHash: {
    el: (hash: string) => `Αποτύπωμα SHA-256 όσων εμφανίστηκαν: ${hash}`,
    en: (hash: string) => `SHA-256 of what was shown: ${hash}`,
  },
  given: { el: 'Ναι', en: 'Yes' },
  notGiven: { el: 'Όχι', en: 'No' },
  kinds: {
    ACCEPTED: { el: 'Αποδοχή', en: 'Acceptance' },
    REJECTED: { el: 'Απόρριψη', en: 'Rejection' },
    WITHDRAWN: { el: 'Υπαναχώρηση', en: 'Withdrawal' },
  },
  channels: {
    LINK: { el: 'Σελίδα του πελάτη, με κωδικό μίας χρήσης', en: 'Customer’s page, with a one-time code' },
    AGENT: { el: 'Πρόγραμμα του συνεργάτη', en: 'The intermediary’s program' },
    STAFF: { el: 'Καταχώριση από υπάλληλο', en: 'Entered by staff' },
    SANDBOX: { el: 'Δοκιμή του συνεργάτη', en: 'A trial by the intermediary' },
  },
  signedOn: {
    el: (moment: string) => `Υπογράφηκε ηλεκτρονικά από τον λήπτη της ασφάλισης, με κωδικό μίας χρήσης, στις ${moment}.`,
    en: (moment: string) => `Signed electronically by the policyholder, with a one-time code, on ${moment}.`,
  },
});
