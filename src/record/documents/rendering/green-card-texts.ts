/** The words of the green card, which is of one text in two languages. */

/** Member states of the international motor insurance system whose guarantee needs no further premium. */
export const GREEN_CARD_COUNTRIES: readonly string[] = [
  ...['A  Αυστρία', 'B  Βέλγιο', 'BG  Βουλγαρία', 'CY  Κύπρος', 'CZ  Τσεχία', 'D  Γερμανία', 'DK  Δανία', 'E  Ισπανία'],
  ...['EST  Εσθονία', 'F  Γαλλία', 'FIN  Φινλανδία', 'GR  Ελλάδα', 'H  Ουγγαρία', 'HR  Κροατία', 'I  Ιταλία', 'IRL  Ιρλανδία'],
  ...['IS  Ισλανδία', 'L  Λουξεμβούργο', 'LT  Λιθουανία', 'LV  Λετονία', 'M  Μάλτα', 'N  Νορβηγία', 'NL  Κάτω Χώρες', 'P  Πορτογαλία'],
  ...['PL  Πολωνία', 'RO  Ρουμανία', 'S  Σουηδία', 'SK  Σλοβακία', 'SLO  Σλοβενία', 'CH  Ελβετία', 'UK  Ηνωμένο Βασίλειο', 'SRB  Σερβία'],
];

export const GREEN_CARD_NOTES: readonly string[] = [
  'Η κάρτα αποδεικνύει την ασφάλιση αστικής ευθύνης του οχήματος στις χώρες που αναγράφονται, κατά τη νομοθεσία κάθε χώρας, για το διάστημα ισχύος της. Παύει να ισχύει αν το συμβόλαιο λυθεί νωρίτερα.',
  'In each country visited the bureau of that country assumes, in respect of the use of the vehicle referred to herein, the liability of an insurer in accordance with its laws relating to compulsory insurance.',
];
