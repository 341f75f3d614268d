/** Texts of an agent's own account, requests and way to production, in Greek. */
export const ownEl = {
  'own.account.about': 'Τι οφείλει το πρακτορείο στην εταιρεία, και οι κινήσεις του λογαριασμού.',
  'own.charged': 'Χρεώθηκε',
  'own.open': 'Ανεξόφλητο',
  'own.charges': 'Ανεξόφλητες χρεώσεις',
  'own.entries': 'Κινήσεις του λογαριασμού',
  'own.entries.none': 'Καμία κίνηση σε αυτή την περίοδο.',
  'own.debit': 'Χρέωση',
  'own.credit': 'Πίστωση',
  'own.requests.about': 'Ερωτήματα και αιτήματα προς τα στελέχη της εταιρείας, με τις απαντήσεις τους.',
  'own.requests.none': 'Δεν έχετε υποβάλει αιτήματα.',
  'own.request.new': 'Νέο αίτημα',
  'own.request.new.says': 'Το αίτημα πηγαίνει στα στελέχη της εταιρείας. Η απάντηση εμφανίζεται εδώ.',
  'own.request.send': 'Υποβολή αιτήματος',
  'own.request.sent': 'Το αίτημα {id} υποβλήθηκε.',
} as const;
