import type { PaymentStatus, ReceiptKind, ReceiptPayment } from './documents.types.js';

/** The Greek words of the printed documents that do not depend on the kind of risk. */

export const PAYMENT_STATUS_TEXTS: Readonly<Record<PaymentStatus, string>> = {
  PENDING: 'Εκκρεμεί',
  PAID: 'Εξοφλήθηκε',
  CANCELLED: 'Ακυρώθηκε',
};

export const RECEIPT_KIND_TEXTS: Readonly<Record<ReceiptKind, string>> = {
  NEW: 'Νέα ασφάλιση',
  INSTALMENT: 'Δόση',
  RENEWAL: 'Ανανέωση',
  REFUND: 'Επιστροφή ασφαλίστρων',
};

export const PAYMENT_METHOD_TEXTS: Readonly<Record<ReceiptPayment['method'], string>> = {
  CHARGE: 'Χρέωση λογαριασμού συνεργάτη',
  RF: 'Κωδικός πληρωμής RF',
};

/** What becomes of a refund: it goes back the way the premium came, and what a customer paid is owed to the customer. */
export const REFUND_STATUS_TEXTS: Readonly<Record<ReceiptPayment['method'], string>> = {
  CHARGE: 'Πιστώθηκε στον λογαριασμό του συνεργάτη',
  RF: 'Οφείλεται στον λήπτη της ασφάλισης',
};
export const REFUND_OWED = 'Το ποσό δεν έχει καταβληθεί ακόμη. Θα αποδοθεί στον λήπτη της ασφάλισης από την ασφαλιστική εταιρεία.';

/** How a payment by RF code works in this system; fees of the banks are not stated here. */
export const HOW_TO_PAY: readonly string[] = [
  'Πληρώστε από την τράπεζά σας (ηλεκτρονική τραπεζική, κινητό, ΑΤΜ ή κατάστημα), επιλέγοντας πληρωμή με κωδικό RF, και δώστε τον κωδικό όπως αναγράφεται παραπάνω.',
  'Πληρώστε ακριβώς το ποσό που αναγράφεται, έως και την ημερομηνία λήξης. Πληρωμή άλλου ποσού ή μετά τη λήξη δεν αντιστοιχίζεται αυτόματα και εξετάζεται χωριστά.',
];

export const SANDBOX_MARK = 'ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ – ΧΩΡΙΣ ΙΣΧΥ';

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

/** What stands above the signature of an application. */
export const DECLARATION =
  'Δηλώνω ότι τα στοιχεία της αίτησης είναι αληθή και πλήρη, ότι έλαβα γνώση των όρων ασφάλισης, των καλύψεων, των εξαιρέσεων και του ασφαλίστρου πριν από την υπογραφή, και ότι η ασφάλιση αρχίζει μόνο με την έκδοση του ασφαλιστηρίου.';
