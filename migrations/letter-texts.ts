interface Text {
  readonly el: string;
  readonly en: string;
}

const SIGN_OFF = { el: 'Με εκτίμηση,\nΤμήμα Εξυπηρέτησης Πελατών', en: 'Kind regards,\nCustomer service' };

function template(subject: Text, el: readonly string[], en: readonly string[]): { subject: Text; body: Text } {
  return { subject, body: { el: ['Προς: {name}', ...el].join('\n'), en: ['Dear {name},', ...en].join('\n') } };
}

const TEMPLATES = {
  OFFER: template(
    { el: 'Προσφορά ασφάλισης {policyNo}', en: 'Insurance offer {policyNo}' },
    [
      'Σας στέλνουμε την προσφορά μας για την ασφάλιση «{line}» με αριθμό {policyNo}. Τα συνολικά ασφάλιστρα είναι {amount} για την περίοδο από {startDate} έως {endDate}.',
      'Η προσφορά ισχύει έως {acceptBy}. Για να την αποδεχθείτε ή για κάθε απορία, επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή.',
    ],
    [
      'Please find our offer for “{line}” under number {policyNo}. The total premium is {amount} for the period from {startDate} to {endDate}.',
      'The offer is valid until {acceptBy}. To accept it, or for any question, please contact your insurance intermediary.',
    ],
  ),
  PAYMENT_REQUEST: template(
    { el: 'Πληρωμή ασφαλίστρων {policyNo}', en: 'Premium payment {policyNo}' },
    [
      'Για την έναρξη της ασφάλισης «{line}» με αριθμό {policyNo} απομένει η πληρωμή των ασφαλίστρων, {amount}, έως {dueDate}.',
      'Κωδικός πληρωμής: {paymentCode}. Μπορείτε να πληρώσετε σε οποιαδήποτε τράπεζα ή μέσω της ηλεκτρονικής σας τραπεζικής, με ακριβώς αυτό το ποσό.',
      'Χωρίς πληρωμή έως την ημερομηνία αυτή η ασφάλιση δεν ισχύει.',
    ],
    [
      'To start your insurance “{line}” under number {policyNo}, the premium of {amount} must be paid by {dueDate}.',
      'Payment code: {paymentCode}. You can pay at any bank or by online banking, with exactly this amount.',
      'Without payment by that date the insurance does not take effect.',
    ],
  ),
  RENEWAL_NOTICE: template(
    { el: 'Ανανέωση ασφαλιστηρίου {policyNo}', en: 'Renewal of policy {policyNo}' },
    [
      'Το ασφαλιστήριό σας {policyNo} («{line}») λήγει στις {endDate}. Για να συνεχιστεί η κάλυψη χωρίς διακοπή, τα ασφάλιστρα της νέας περιόδου είναι {amount}.',
      'Πληρώστε έως {dueDate} με τον κωδικό πληρωμής {paymentCode} σε οποιαδήποτε τράπεζα ή μέσω της ηλεκτρονικής σας τραπεζικής, με ακριβώς αυτό το ποσό. Με την πληρωμή η ανανέωση εκδίδεται αυτόματα.',
      'Αν δεν επιθυμείτε την ανανέωση, δεν χρειάζεται να κάνετε τίποτε: χωρίς πληρωμή η ασφάλιση λήγει στις {endDate}.',
    ],
    [
      'Your policy {policyNo} (“{line}”) ends on {endDate}. To continue your cover without a gap, the premium for the next period is {amount}.',
      'Please pay by {dueDate} with the payment code {paymentCode} at any bank or by online banking, with exactly this amount. Your payment issues the renewal automatically.',
      'If you do not wish to renew, you need not do anything: without payment the insurance ends on {endDate}.',
    ],
  ),
  EXPIRY_NOTICE: template(
    { el: 'Λήξη ασφαλιστηρίου {policyNo}', en: 'Your policy {policyNo} is about to end' },
    [
      'Το ασφαλιστήριό σας {policyNo} («{line}») λήγει στις {endDate}. Μετά την ημερομηνία αυτή δεν έχετε κάλυψη.',
      'Για την ανανέωσή του επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή ή με εμάς, στο {phone} ή στο {email}.',
    ],
    [
      'Your policy {policyNo} (“{line}”) ends on {endDate}. You have no cover after that date.',
      'To renew it, please contact your insurance intermediary or us, at {phone} or {email}.',
    ],
  ),
  INSTALMENT_DUE: template(
    { el: 'Δόση ασφαλίστρων {policyNo}', en: 'Premium instalment {policyNo}' },
    [
      'Σας υπενθυμίζουμε ότι η δόση {instalmentNo} του ασφαλιστηρίου σας {policyNo} («{line}»), {amount}, πληρώνεται έως {dueDate}.',
      'Κωδικός πληρωμής: {paymentCode}. Μπορείτε να πληρώσετε σε οποιαδήποτε τράπεζα ή μέσω της ηλεκτρονικής σας τραπεζικής, με ακριβώς αυτό το ποσό.',
      'Αν έχετε ήδη πληρώσει, παρακαλούμε αγνοήστε αυτό το μήνυμα.',
    ],
    [
      'Please remember that instalment {instalmentNo} of your policy {policyNo} (“{line}”), {amount}, is to be paid by {dueDate}.',
      'Payment code: {paymentCode}. You can pay at any bank or by online banking, with exactly this amount.',
      'If you have already paid, please ignore this message.',
    ],
  ),
  UNPAID: template(
    { el: 'Ανεξόφλητη δόση – αναστολή κάλυψης {policyNo}', en: 'Instalment unpaid – cover suspended {policyNo}' },
    [
      'Η δόση {instalmentNo} του ασφαλιστηρίου σας {policyNo} («{line}»), {amount}, δεν έχει πληρωθεί. Η κάλυψή σας ίσχυε έως {coverUntil} και από τότε έχει ανασταλεί: το όχημα δεν καλύπτεται.',
      'Μπορείτε να πληρώσετε έως {lastDay} με τον κωδικό πληρωμής {paymentCode}. Η κάλυψη αρχίζει πάλι την επομένη της πληρωμής. Αν δεν πληρώσετε έως τότε, η σύμβαση λύεται.',
    ],
    [
      'Instalment {instalmentNo} of your policy {policyNo} (“{line}”), {amount}, has not been paid. Your cover lasted until {coverUntil} and has been suspended since: the vehicle is not covered.',
      'You can pay until {lastDay} with the payment code {paymentCode}. Cover starts again on the day after the payment. If you do not pay by then, the contract ends.',
    ],
  ),
  TERMINATION_NOTICE: template(
    { el: 'Καταγγελία ασφαλιστηρίου {policyNo} λόγω μη καταβολής', en: 'Notice of termination of policy {policyNo}' },
    [
      'Η δόση {instalmentNo} του ασφαλιστηρίου σας {policyNo} («{line}»), {amount}, δεν έχει πληρωθεί.',
      'Σας γνωστοποιούμε με την παρούσα, από {noticeDate}, ότι αν τα ασφάλιστρα δεν καταβληθούν εντός ενός μηνός, η ασφαλιστική σύμβαση λύεται στις {coverUntil} (άρθρο 6 ν. 2496/1997). Έως τότε έχετε κάλυψη και τα ασφάλιστρα του διαστήματος αυτού οφείλονται.',
      'Κωδικός πληρωμής: {paymentCode}.',
    ],
    [
      'Instalment {instalmentNo} of your policy {policyNo} (“{line}”), {amount}, has not been paid.',
      'We hereby give you notice, as of {noticeDate}, that the insurance contract ends on {coverUntil} if the premium is not paid within one month (article 6 of law 2496/1997). Until then you are covered, and the premium for that time is owed.',
      'Payment code: {paymentCode}.',
    ],
  ),
  END_OF_COVER: template(
    { el: 'Λήξη κάλυψης {policyNo}', en: 'End of cover {policyNo}' },
    [
      'Η κάλυψη του ασφαλιστηρίου σας {policyNo} («{line}») έληξε στις {coverUntil}. Από τότε δεν έχετε κάλυψη.',
      'Για νέα ασφάλιση επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή ή με εμάς, στο {phone} ή στο {email}.',
    ],
    [
      'The cover of your policy {policyNo} (“{line}”) ended on {coverUntil}. You have had no cover since.',
      'For a new insurance, please contact your insurance intermediary or us, at {phone} or {email}.',
    ],
  ),
  REFUND_PAID: template(
    { el: 'Επιστροφή χρημάτων {policyNo}', en: 'Refund {policyNo}' },
    [
      'Σας επιστρέψαμε {amount} για το ασφαλιστήριο {policyNo} («{line}»), με μεταφορά στον λογαριασμό που μας δηλώσατε, στις {paidOn}.',
      'Για κάθε απορία επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'We have paid you back {amount} for policy {policyNo} (“{line}”) by a transfer to the account that you gave us, on {paidOn}.',
      'For any question, please contact us at {phone} or {email}.',
    ],
  ),
  ACT_ISSUED: template(
    { el: 'Πρόσθετη πράξη στο ασφαλιστήριο {policyNo}', en: 'Act on policy {policyNo}' },
    [
      'Εκδόθηκε πράξη «{act}» στο ασφαλιστήριό σας {policyNo} («{line}»), με ισχύ από {effectiveDate}.',
      'Το έγγραφο είναι στη διάθεσή σας στον ασφαλιστικό σας διαμεσολαβητή. Για κάθε απορία επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'An act “{act}” has been issued on your policy {policyNo} (“{line}”), effective from {effectiveDate}.',
      'Your insurance intermediary has the document for you. For any question, please contact us at {phone} or {email}.',
    ],
  ),
};

/** Builds the texts of letters, as an installation starts with them. */
export function buildLetterTexts(): object {
  return { version: 1, logo: null, signature: SIGN_OFF, templates: TEMPLATES };
}
