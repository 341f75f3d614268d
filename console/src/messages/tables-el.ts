/** Texts about how a list is shown, in Greek. */
export const tablesEl = {
  'list.columns': 'Στήλες',
  'list.roomy': 'Αραιές γραμμές',
  'view.name': 'Όνομα προβολής',
  'view.save': 'Αποθήκευση προβολής',
  'view.remove': 'Διαγραφή της προβολής {name}',
} as const;
