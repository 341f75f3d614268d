import { buildWords } from './words.js';

export const STATEMENT_TEXTS = buildWords({
  title: { el: 'Κατάσταση λογαριασμού', en: 'Statement of account' },
  agent: { el: 'Συνεργάτης', en: 'Intermediary' },
  period: { el: 'Περίοδος', en: 'Period' },
  printedOn: { el: 'Ημερομηνία εκτύπωσης', en: 'Printed on' },
  creditLimit: { el: 'Πιστωτικό όριο', en: 'Credit limit' },
  opening: { el: 'Αρχικό υπόλοιπο', en: 'Opening balance' },
  closing: { el: 'Τελικό υπόλοιπο', en: 'Closing balance' },
  debits: { el: 'Χρεώσεις', en: 'Debits' },
  credits: { el: 'Πιστώσεις', en: 'Credits' },
  entries: { el: 'Κινήσεις', en: 'Entries' },
  none: { el: 'Δεν υπάρχουν κινήσεις σε αυτή την περίοδο.', en: 'There are no entries in this period.' },
  date: { el: 'Ημερομηνία', en: 'Date' },
  movement: { el: 'Κίνηση', en: 'Entry' },
  client: { el: 'Λήπτης', en: 'Policyholder' },
  premium: { el: 'Ασφάλιστρα', en: 'Premium' },
  debit: { el: 'Χρέωση', en: 'Debit' },
  credit: { el: 'Πίστωση', en: 'Credit' },
  balance: { el: 'Υπόλοιπο', en: 'Balance' },
  explanation: {
    el: 'Θετικό υπόλοιπο: οφειλή του συνεργάτη. Αρνητικό υπόλοιπο: πίστωσή του. Ασφάλιστρα: μικτά επάνω, καθαρά κάτω.',
    en: 'Positive balance: owed by the intermediary. Negative balance: the intermediary’s credit. Premium: gross above, net below.',
  },
  kinds: {
    CHARGE: { el: 'Χρέωση', en: 'Charge' },
    SETTLEMENT: { el: 'Απόδοση ασφαλίστρων', en: 'Settlement' },
    REFUND: { el: 'Επιστροφή', en: 'Refund' },
    AGENT_CREDIT: { el: 'Πίστωση προς πληρωμή', en: 'Credit payable' },
    AGENT_CREDIT_RETURN: { el: 'Ανάκληση πληρωμής', en: 'Payout withdrawn' },
  },
});
