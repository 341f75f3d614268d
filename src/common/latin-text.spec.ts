import { toLatinText } from './latin-text.js';

it.each([
  ['Παπαδοπούλου Ελένη', 'Papadopoulou Eleni'],
  ['ΓΕΩΡΓΙΟΥ ΧΡΗΣΤΟΣ', 'GEORGIOU CHRISTOS'],
  ['Θεοδώρα Ψαρρού', 'Theodora Psarrou'],
  ['Ευαγγελία Αυγουστίνου', 'Evangelia Avgoustinou'],
  ['Ευθυμίου, Λευκάδα', 'Efthymiou, Lefkada'],
  ['Μπουμπουλίνας 3, Λάμπρου', 'Boumpoulinas 3, Lamprou'],
  ['Αγχίαλος, Σφίγξ', 'Anchialos, Sfinx'],
  ['Μαΐου, αϋπνία, Ταΰγετος', 'Maiou, aypnia, Taygetos'],
  ['Ερμού 12, 105 63 Αθήνα', 'Ermou 12, 105 63 Athina'],
  ['Smith & Υιοί Ο.Ε.', 'Smith & Yioi O.E.'],
  ['Müller', 'Müller'],
  ['', ''],
])('the Greek text %s is transliterated to %s', (greek, latin) => {
  expect(toLatinText(greek)).toBe(latin);
});
