import type { Text } from '../../../common/language.js';
import { LINE_TABLE, type OwnQuestionnaires } from '../../reference/products/line-table.js';
import { AccountKind } from './account.js';
import type { TariffTitles } from '../../reference/tariffs/tariff-titles.js';
import type { TransactionKind } from './ledger.repository.js';

export const ACCOUNT_TITLES: Readonly<Record<AccountKind, Text>> = {
  AGENT: { el: 'Οφειλές συνεργατών', en: 'Debts of agents' },
  RECEIVABLE: { el: 'Απαιτήσεις ασφαλίστρων', en: 'Premium receivable' },
  PREMIUM_INCOME: { el: 'Εγγεγραμμένα ασφάλιστρα', en: 'Premium written' },
  FEE_INCOME: { el: 'Δικαίωμα συμβολαίου', en: 'Policy fee' },
  TAX_PAYABLE: { el: 'Φόρος ασφαλίστρων', en: 'Premium tax payable' },
  LEVY_PAYABLE: { el: 'Εισφορές', en: 'Levies payable' },
  BANK: { el: 'Τράπεζα', en: 'Bank' },
  CUSTOMER_PAYABLE: { el: 'Οφειλές προς πελάτες', en: 'Owed to customers' },
  AGENT_PAYABLE: { el: 'Πιστωτικά υπόλοιπα συνεργατών προς πληρωμή', en: 'Credit of agents to be paid out' },
  SENDER_PAYABLE: { el: 'Οφειλές προς άγνωστους αποστολείς', en: 'Owed to unknown senders' },
  SUSPENSE: { el: 'Μεταβατικός λογαριασμός εισπράξεων', en: 'Suspense' },
  COMMISSION_EXPENSE: { el: 'Προμήθειες συνεργατών', en: 'Commission of agents' },
  COMMISSION_PAYABLE: { el: 'Οφειλόμενες προμήθειες', en: 'Commission payable' },
  WITHHOLDING_TAX: { el: 'Παρακρατούμενος φόρος προμηθειών', en: 'Tax withheld from commission' },
  UNEARNED_PREMIUM: { el: 'Μη δεδουλευμένα ασφάλιστρα', en: 'Unearned premium' },
  UNEARNED_CHANGE: { el: 'Μεταβολή μη δεδουλευμένων ασφαλίστρων', en: 'Change in unearned premium' },
  CUSTOMER_CREDIT: { el: 'Πιστωτικά υπόλοιπα πελατών', en: 'Credit of customers' },
  WRITE_OFF: { el: 'Διαφορές εισπράξεων', en: 'Differences written off' },
  BANK_ITEM: { el: 'Έξοδα, τόκοι και λοιπές κινήσεις τράπεζας', en: 'Bank charges, interest and other items' },
};

export const TRANSACTION_TITLES: Readonly<Record<TransactionKind, Text>> = {
  PREMIUM: { el: 'Βεβαίωση ασφαλίστρων', en: 'Premium written' },
  PREMIUM_CANCELLATION: { el: 'Ακύρωση βεβαίωσης', en: 'Written premium cancelled' },
  CHARGE: { el: 'Χρέωση συνεργάτη', en: 'Charge of an agent' },
  PAYMENT: { el: 'Πληρωμή πελάτη', en: 'Payment of a customer' },
  SETTLEMENT: { el: 'Απόδοση συνεργάτη', en: 'Settlement of an agent' },
  REFUND: { el: 'Επιστροφή ασφαλίστρων', en: 'Refund' },
  AMENDMENT_PAYMENT: { el: 'Πληρωμή πρόσθετης πράξης', en: 'Payment of an amendment' },
  SUSPENSE: { el: 'Είσπραξη προς τακτοποίηση', en: 'Money in suspense' },
  SUSPENSE_REFUND: { el: 'Επιστροφή αταυτοποίητης είσπραξης', en: 'Refund of money in suspense' },
  SUSPENSE_CREDIT: { el: 'Πίστωση πελάτη', en: 'Credit of a customer' },
  SUSPENSE_SETTLEMENT: { el: 'Απόδοση συνεργάτη από μεταβατικό λογαριασμό', en: 'Settlement of an agent from suspense' },
  AGENT_CREDIT: { el: 'Δέσμευση πιστωτικού υπολοίπου', en: 'Credit set aside' },
  AGENT_CREDIT_RETURN: { el: 'Αποδέσμευση πιστωτικού υπολοίπου', en: 'Credit returned' },
  PAYOUT: { el: 'Πληρωμή προς δικαιούχο', en: 'Payout' },
  PAYOUT_RETURN: { el: 'Επιστροφή πληρωμής από την τράπεζα', en: 'Payout returned by the bank' },
  COMMISSION: { el: 'Προμήθεια απόδειξης', en: 'Commission of a receipt' },
  COMMISSION_RETURN: { el: 'Επιστροφή προμήθειας', en: 'Commission taken back' },
  COMMISSION_STATEMENT: { el: 'Εκκαθάριση προμηθειών', en: 'Commission statement' },
  REVERSAL: { el: 'Αντιλογισμός', en: 'Reversal' },
  UNEARNED_PREMIUM: { el: 'Μη δεδουλευμένα στο τέλος του μήνα', en: "Unearned premium at the month's end" },
  BANK_ITEM: { el: 'Έξοδο, τόκος ή άλλη κίνηση τράπεζας', en: 'Charge, interest or other item of the bank' },
  UNEARNED_RELEASE: { el: 'Αντιλογισμός μη δεδουλευμένων', en: 'Unearned premium released' },
};

export function buildAccountTitle(
  { account, kind }: { readonly account: string; readonly kind: AccountKind },
  tariffs: TariffTitles,
): Text {
  const parts = account.split(':').slice(1);
  const findTitle = (part: string): Text | undefined =>
    kind === AccountKind.LEVY_PAYABLE
      ? tariffs.find('levies', part)
      : (LINE_TABLE[part as keyof OwnQuestionnaires]?.title ?? tariffs.find('taxClasses', part));
  const titles = parts.map((part): Text => findTitle(part) ?? { el: part, en: part });
  const join = (language: keyof Text): string => [ACCOUNT_TITLES[kind], ...titles].map((title) => title[language]).join(', ');
  return { el: join('el'), en: join('en') };
}
