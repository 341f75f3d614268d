/** Texts about actions on several rows, in Greek. */
export const bulkEl = {
  'bulk.done': '{action}: {n} από {total}.',
  'bulk.failed': 'Δεν έγιναν',
  'bulk.wait': 'Πολλές αιτήσεις. Δοκιμάστε ξανά αργότερα τις υπόλοιπες.',
  'refund.accounts.says': 'Ο λογαριασμός στον οποίο θα πληρωθούν {n} επιστροφές, {amount} συνολικά.',
  'refund.accounts.one': 'Το ίδιο IBAN ορίζεται μόνο για επιστροφές του ίδιου πελάτη ή συνεργάτη.',
  'suspense.return': 'Επιστροφή χρημάτων',
  'suspense.return.says':
    '{n} ποσά, {amount} συνολικά, επιστρέφονται: στον πελάτη όπου υπάρχει αίτηση, αλλιώς στον αποστολέα. Πληρώνονται με εντολή πληρωμών.',
  'suspense.return.each': '{reference}: {amount} · {to}',
  'user.resend.several': 'Στέλνεται νέος σύνδεσμος για τον ορισμό κωδικού σε: {emails}',
} as const;
