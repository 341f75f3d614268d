import type { Language, Text } from '../../../common/language.js';

interface ActionTitle extends Text {
  /** English imperative, for lists of what is allowed; in Greek the title is a noun and serves for both. */
  readonly command: string;
}

export const ACTION_TITLES = {
  insert: { el: 'Δημιουργία αίτησης', en: 'Application created', command: 'create' },
  update: { el: 'Μεταβολή στοιχείων', en: 'Changed', command: 'change' },
  calc: { el: 'Τιμολόγηση', en: 'Priced', command: 'price' },
  edit: { el: 'Άνοιγμα για διόρθωση', en: 'Reopened for editing', command: 'edit' },
  request_approval: { el: 'Αίτημα έγκρισης', en: 'Approval requested', command: 'request approval' },
  approve: { el: 'Έγκριση', en: 'Approved', command: 'approve' },
  return: { el: 'Επιστροφή για διόρθωση', en: 'Returned for correction', command: 'return for correction' },
  request_documents: { el: 'Αίτημα δικαιολογητικών', en: 'Documents requested', command: 'request documents' },
  decline: { el: 'Απόρριψη', en: 'Declined', command: 'decline' },
  freeze: { el: 'Διατήρηση τιμής', en: 'Price held', command: 'hold the price' },
  send_for_acceptance: { el: 'Αποστολή για αποδοχή', en: 'Awaiting acceptance', command: 'send for acceptance' },
  request_customer_approval: {
    el: 'Αποστολή για έγκριση από τον πελάτη',
    en: 'Sent for client approval',
    command: 'send for client approval',
  },
  accept: { el: 'Αποδοχή από τον πελάτη', en: 'Accepted by the client', command: 'accept' },
  reject: { el: 'Μη αποδοχή από τον πελάτη', en: 'Declined by the client', command: 'decline the offer' },
  acceptance_expires: { el: 'Λήξη προθεσμίας αποδοχής', en: 'Acceptance period expired', command: 'acceptance expires' },
  prepay: { el: 'Έκδοση κωδικού πληρωμής', en: 'Payment code issued', command: 'get a payment code' },
  issue: { el: 'Έκδοση συμβολαίου', en: 'Policy issued', command: 'issue the policy' },
  prepay_expires: { el: 'Λήξη προθεσμίας πληρωμής', en: 'Payment period expired', command: 'payment expires' },
  cancel: { el: 'Ακύρωση αίτησης', en: 'Application cancelled', command: 'cancel the application' },
  pay_instalment: { el: 'Πληρωμή δόσης', en: 'Instalment paid', command: 'pay an instalment' },
  pay_earned_premium: { el: 'Πληρωμή δεδουλευμένου ασφαλίστρου', en: 'Earned premium paid', command: 'pay the earned premium' },
  reverse_payment: { el: 'Αντιλογισμός πληρωμής', en: 'Payment reversed', command: 'reverse a payment' },
  instalment_unpaid: { el: 'Μη καταβολή δόσης', en: 'Instalment unpaid', command: 'instalment falls overdue' },
  amend: { el: 'Έκδοση πρόσθετης πράξης', en: 'Amendment issued', command: 'amend the policy' },
  reverse_amendment: { el: 'Αντιλογισμός πρόσθετης πράξης', en: 'Amendment reversed', command: 'reverse an amendment' },
  expire_amendment: {
    el: 'Λήξη προθεσμίας πληρωμής πρόσθετης πράξης',
    en: 'Payment period of an amendment expired',
    command: 'payment of an amendment expires',
  },
  start_segment: { el: 'Έναρξη ισχύος πρόσθετης πράξης', en: 'Amendment took effect', command: 'amendment takes effect' },
  lapse: { el: 'Λύση λόγω μη καταβολής δόσης', en: 'Lapsed', command: 'lapse' },
  expire: { el: 'Λήξη συμβολαίου', en: 'Policy expired', command: 'expire' },
  prepare_renewal: { el: 'Προετοιμασία ανανέωσης', en: 'Renewal prepared', command: 'prepare the renewal' },
  renew: { el: 'Ανανέωση', en: 'Renewed', command: 'renew' },
  issue_renewal: { el: 'Έκδοση ανανέωσης', en: 'Renewal issued', command: 'issue the renewal' },
  renewal_starts: { el: 'Έναρξη ανανέωσης', en: 'Renewal started', command: 'renewal starts' },
  cancel_mid_term: { el: 'Ακύρωση συμβολαίου', en: 'Policy cancelled', command: 'cancel the policy' },
  schedule_cancellation: {
    el: 'Προγραμματισμός ακύρωσης',
    en: 'Cancellation scheduled',
    command: 'schedule a cancellation',
  },
  unschedule_cancellation: {
    el: 'Ανάκληση προγραμματισμένης ακύρωσης',
    en: 'Scheduled cancellation withdrawn',
    command: 'withdraw the scheduled cancellation',
  },
  reinstate: { el: 'Επαναφορά σε ισχύ', en: 'Reinstated', command: 'reinstate the policy' },
  void_renewal: { el: 'Ακύρωση της ανανέωσης από την έναρξή της', en: 'Renewal voided', command: 'void the renewal' },
  transfer: { el: 'Μεταβίβαση σε άλλον συνεργάτη', en: 'Transferred to another agent', command: 'transfer to another agent' },
  erase: { el: 'Διαγραφή προσωπικών δεδομένων', en: 'Personal data erased', command: 'erase personal data' },
} as const satisfies Readonly<Record<string, ActionTitle>>;

export type Action = keyof typeof ACTION_TITLES;

export function formatActions(actions: readonly Action[], language: Language): string {
  const names = actions.map((action) => {
    const { el, command } = ACTION_TITLES[action];
    return language === 'el' ? el.charAt(0).toLowerCase() + el.slice(1) : command;
  });
  return names.join(', ');
}
