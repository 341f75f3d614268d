/** Texts about saved forms of quotes, in Greek. */
export const savedFormsEl = {
  'saved.title': 'Αποθηκευμένες φόρμες',
  'saved.save': 'Αποθήκευση για αργότερα',
  'saved.save.says': 'Η φόρμα μένει στον διακομιστή 30 ημέρες από την τελευταία αποθήκευση. Τη βλέπετε μόνο εσείς, σε κάθε συσκευή.',
  'saved.consent.title': 'Συγκατάθεση',
  'saved.consent': 'Ο πελάτης συμφωνεί να αποθηκευτούν τα στοιχεία του',
  'saved.toast': 'Η φόρμα αποθηκεύτηκε.',
  'saved.stored': 'Αποθηκευμένη',
  'saved.delete': 'Διαγραφή',
  'saved.delete.says': 'Η αποθηκευμένη φόρμα «{title}» διαγράφεται.',
};
