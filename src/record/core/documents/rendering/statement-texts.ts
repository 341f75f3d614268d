import type { Language } from '../../../../common/language.js';

/** The Greek words of an agent's statement. */
const GREEK = {
  title: 'Κίνηση λογαριασμού',
  agent: 'Συνεργάτης',
  period: 'Περίοδος',
  printedOn: 'Ημερομηνία εκτύπωσης',
  creditLimit: 'Πιστωτικό όριο',
  opening: 'Υπόλοιπο έναρξης',
  closing: 'Υπόλοιπο λήξης',
  debits: 'Χρεώσεις',
  credits: 'Πιστώσεις',
  entries: 'Κινήσεις',
  none: 'Δεν υπάρχουν κινήσεις στην περίοδο.',
  date: 'Ημερομηνία',
  movement: 'Κίνηση',
  client: 'Λήπτης',
  premium: 'Ασφάλιστρο',
  debit: 'Χρέωση',
  credit: 'Πίστωση',
  balance: 'Υπόλοιπο',
  explanation:
    'Υπόλοιπο πάνω από το μηδέν οφείλει ο συνεργάτης στην ασφαλιστική εταιρεία· κάτω από το μηδέν είναι πίστωσή του. Ασφάλιστρο: επάνω μικτό, κάτω καθαρό.',
  kinds: {
    CHARGE: 'Χρέωση',
    SETTLEMENT: 'Απόδοση',
    REFUND: 'Επιστροφή',
    AGENT_CREDIT: 'Πίστωση προς πληρωμή',
    AGENT_CREDIT_RETURN: 'Ανάκληση πληρωμής',
  },
};

const ENGLISH: typeof GREEK = {
  title: 'Statement of account',
  agent: 'Intermediary',
  period: 'Period',
  printedOn: 'Printed on',
  creditLimit: 'Credit limit',
  opening: 'Opening balance',
  closing: 'Closing balance',
  debits: 'Debits',
  credits: 'Credits',
  entries: 'Entries',
  none: 'There is no entry in the period.',
  date: 'Date',
  movement: 'Movement',
  client: 'Policyholder',
  premium: 'Premium',
  debit: 'Debit',
  credit: 'Credit',
  balance: 'Balance',
  explanation:
    'A balance above zero is owed by the intermediary to the insurance company; below zero it is its credit. Premium: gross above, net below.',
  kinds: {
    CHARGE: 'Charge',
    SETTLEMENT: 'Settlement',
    REFUND: 'Refund',
    AGENT_CREDIT: 'Credit to be paid out',
    AGENT_CREDIT_RETURN: 'Payout withdrawn',
  },
};

/** The words of an agent's statement. */
export const STATEMENT_TEXTS: Readonly<Record<Language, typeof GREEK>> = { el: GREEK, en: ENGLISH };
