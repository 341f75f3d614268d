/** Texts about message templates, in Greek. */
export const templatesEl = {
  'template.about': 'Έτοιμα κείμενα, με τα οποία η Ανάληψη Κινδύνων ξεκινά το μήνυμα μιας απόφασης.',
  'template.new': 'Νέο πρότυπο',
  'template.says': 'Όποιος αποφασίζει επιλέγει το πρότυπο και το προσαρμόζει. Σε άγκιστρα μόνο {names}: συμπληρώνονται στην απόφαση.',
  'template.delete': 'Διαγραφή',
  'template.delete.says': 'Το πρότυπο «{title}» διαγράφεται. Τα μηνύματα που έχουν σταλεί δεν αλλάζουν.',
  'template.decision': 'Απόφαση',
  'template.text': 'Κείμενο',
  'template.updated': 'Τελευταία αλλαγή',
  'template.insert': 'Εισαγωγή προτύπου',
  'template.insert.hint': 'Προστίθεται κάτω από όσα γράψατε. Μπορείτε να το αλλάξετε.',
  'template.none': 'Κανένα',
} as const;
