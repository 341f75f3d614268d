import type { Text } from '../../../common/language.js';
import type { Action } from '../../../record/core/applications/state-table.js';

/** What happened to an application, for people. A new action does not compile without its title. */
export const ACTION_TITLES: Readonly<Record<Action, Text>> = {
  insert: { el: 'Καταχώριση', en: 'Entered' },
  update: { el: 'Μεταβολή στοιχείων', en: 'Changed' },
  calc: { el: 'Υπολογισμός', en: 'Calculated' },
  edit: { el: 'Επιστροφή σε καταχώριση', en: 'Taken back to entry' },
  request_approval: { el: 'Αίτημα έγκρισης', en: 'Approval requested' },
  approve: { el: 'Έγκριση', en: 'Approved' },
  return: { el: 'Επιστροφή στον συνεργάτη', en: 'Returned to the agent' },
  request_documents: { el: 'Ζητήθηκαν έγγραφα', en: 'Documents requested' },
  decline: { el: 'Απόρριψη', en: 'Declined' },
  freeze: { el: 'Πάγωμα τιμής', en: 'Price frozen' },
  send_for_acceptance: { el: 'Αποστολή για αποδοχή', en: 'Sent for acceptance' },
  request_customer_approval: { el: 'Αποστολή για έγκριση πελάτη', en: 'Sent for customer approval' },
  accept: { el: 'Αποδοχή από τον πελάτη', en: 'Accepted by the customer' },
  reject: { el: 'Άρνηση του πελάτη', en: 'Refused by the customer' },
  acceptance_expires: { el: 'Λήξη προθεσμίας αποδοχής', en: 'Time to accept passed' },
  prepay: { el: 'Προπληρωμή', en: 'Moved to prepay' },
  issue: { el: 'Έκδοση συμβολαίου', en: 'Policy issued' },
  prepay_expires: { el: 'Λήξη προθεσμίας πληρωμής', en: 'Time to pay passed' },
  cancel: { el: 'Ακύρωση αίτησης', en: 'Application cancelled' },
  pay_instalment: { el: 'Πληρωμή δόσης', en: 'Instalment paid' },
  instalment_unpaid: { el: 'Δόση ανεξόφλητη', en: 'Instalment unpaid' },
  lapse: { el: 'Ακύρωση λόγω μη πληρωμής', en: 'Lapsed' },
  expire: { el: 'Λήξη συμβολαίου', en: 'Policy expired' },
  renew: { el: 'Ανανέωση', en: 'Renewed' },
  issue_renewal: { el: 'Έκδοση ανανεωτηρίου', en: 'Renewal issued' },
  renewal_starts: { el: 'Έναρξη ανανέωσης', en: 'Renewal began' },
  cancel_mid_term: { el: 'Ακύρωση συμβολαίου', en: 'Policy cancelled' },
  erase: { el: 'Διαγραφή προσωπικών δεδομένων', en: 'Personal data erased' },
};
