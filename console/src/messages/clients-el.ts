/** Texts about clients, their money and the history of their contracts, in Greek. */
export const clientsEl = {
  'search.clients': 'Πελάτες',
  'client.contact': 'Στοιχεία επικοινωνίας',
  'client.roles': 'Ιδιότητα',
  'client.latest': 'Τα {n} νεότερα από {of}',
  'client.requests.about': 'Όσα αναφέρουν το ΑΦΜ ή τον αριθμό αίτησης ή συμβολαίου του πελάτη.',
  'client.privacy': 'Λήψη ή διαγραφή των δεδομένων',
  'refund.AMENDMENT': 'Πρόσθετη πράξη',
  'timeline.bank': 'Τράπεζα',
  'timeline.insurer': 'Ασφαλιστική εταιρεία',
} as const;
