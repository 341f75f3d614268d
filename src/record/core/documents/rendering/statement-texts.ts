import { wordsByLanguage } from './words.js';

export const STATEMENT_TEXTS = wordsByLanguage({
  title: { el: 'Κίνηση λογαριασμού', en: 'Statement of account' },
  agent: { el: 'Συνεργάτης', en: 'Intermediary' },
  period: { el: 'Περίοδος', en: 'Period' },
  printedOn: { el: 'Ημερομηνία εκτύπωσης', en: 'Printed on' },
  creditLimit: { el: 'Πιστωτικό όριο', en: 'Credit limit' },
  opening: { el: 'Υπόλοιπο έναρξης', en: 'Opening balance' },
  closing: { el: 'Υπόλοιπο λήξης', en: 'Closing balance' },
  debits: { el: 'Χρεώσεις', en: 'Debits' },
  credits: { el: 'Πιστώσεις', en: 'Credits' },
  entries: { el: 'Κινήσεις', en: 'Entries' },
  none: { el: 'Δεν υπάρχουν κινήσεις στην περίοδο.', en: 'There is no entry in the period.' },
  date: { el: 'Ημερομηνία', en: 'Date' },
  movement: { el: 'Κίνηση', en: 'Movement' },
  client: { el: 'Λήπτης', en: 'Policyholder' },
  premium: { el: 'Ασφάλιστρο', en: 'Premium' },
  debit: { el: 'Χρέωση', en: 'Debit' },
  credit: { el: 'Πίστωση', en: 'Credit' },
  balance: { el: 'Υπόλοιπο', en: 'Balance' },
  explanation: {
    el: 'Υπόλοιπο πάνω από το μηδέν οφείλει ο συνεργάτης στην ασφαλιστική εταιρεία· κάτω από το μηδέν είναι πίστωσή του. Ασφάλιστρο: επάνω μικτό, κάτω καθαρό.',
    en: 'A balance above zero is owed by the intermediary to the insurance company; below zero it is its credit. Premium: gross above, net below.',
  },
  kinds: {
    CHARGE: { el: 'Χρέωση', en: 'Charge' },
    SETTLEMENT: { el: 'Απόδοση', en: 'Settlement' },
    REFUND: { el: 'Επιστροφή', en: 'Refund' },
    AGENT_CREDIT: { el: 'Πίστωση προς πληρωμή', en: 'Credit to be paid out' },
    AGENT_CREDIT_RETURN: { el: 'Ανάκληση πληρωμής', en: 'Payout withdrawn' },
  },
});
