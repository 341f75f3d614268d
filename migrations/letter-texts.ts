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
      'Σας αποστέλλουμε την προσφορά μας {policyNo} («{line}»). Τα συνολικά ασφάλιστρα είναι {amount}, για την περίοδο από {startDate} έως {endDate}.',
      'Η προσφορά ισχύει έως {acceptBy}. Για την αποδοχή της ή για οποιαδήποτε διευκρίνιση, επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή.',
    ],
    [
      'Please find below our offer {policyNo} (“{line}”). The total premium is {amount} for the period from {startDate} to {endDate}.',
      'The offer is valid until {acceptBy}. To accept it, or for any question, please contact your insurance intermediary.',
    ],
  ),
  REFUSAL: template(
    { el: 'Απόρριψη της αίτησης ασφάλισης {policyNo}', en: 'Your application for insurance {policyNo} has been declined' },
    [
      'Σας ενημερώνουμε ότι στις {decidedOn} η αίτησή σας για ασφάλιση («{line}») απορρίφθηκε και δεν παρέχεται ασφαλιστική κάλυψη.',
      'Η επιστολή αυτή αποτελεί βεβαίωση της άρνησης ασφάλισης για κάθε νόμιμη χρήση. Για τους λόγους της απόφασης ή για να ζητήσετε την επανεξέτασή της, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'We inform you that on {decidedOn} your application for insurance (“{line}”) was declined and no insurance cover is provided.',
      'This letter certifies the refusal of insurance. To learn the reasons for the decision or to ask for its review, please contact us at {phone} or {email}.',
    ],
  ),
  PAYMENT_REQUEST: template(
    { el: 'Πληρωμή ασφαλίστρων {policyNo}', en: 'Premium payment {policyNo}' },
    [
      'Για να τεθεί σε ισχύ το συμβόλαιο {policyNo} («{line}»), τα ασφάλιστρα, ποσού {amount}, πρέπει να πληρωθούν έως και τις {dueDate}.',
      'Κωδικός πληρωμής: {paymentCode}. Πληρώστε ακριβώς αυτό το ποσό, μέσω e-banking ή σε οποιαδήποτε τράπεζα.',
      'Αν τα ασφάλιστρα δεν πληρωθούν έως τότε, η ασφάλιση δεν τίθεται σε ισχύ.',
    ],
    [
      'For policy {policyNo} (“{line}”) to start, the premium of {amount} must be paid by {dueDate}.',
      'Payment code: {paymentCode}. Please pay exactly this amount, by online banking or at any bank.',
      'If the premium is not paid by then, the insurance does not start.',
    ],
  ),
  RENEWAL_NOTICE: template(
    { el: 'Ανανέωση συμβολαίου {policyNo}', en: 'Renewal of policy {policyNo}' },
    [
      'Το συμβόλαιό σας {policyNo} («{line}») λήγει στις {endDate}. Τα ασφάλιστρα της νέας περιόδου είναι {amount}.',
      'Για να συνεχιστεί η κάλυψη χωρίς διακοπή, πληρώστε ακριβώς αυτό το ποσό έως και τις {dueDate}, μέσω e-banking ή σε οποιαδήποτε τράπεζα, με τον κωδικό πληρωμής {paymentCode}. Με την πληρωμή, η ανανέωση εκδίδεται αυτόματα.',
      'Αν δεν επιθυμείτε την ανανέωση, δεν απαιτείται καμία ενέργεια: χωρίς πληρωμή, η ασφάλιση λήγει στις {endDate}.',
    ],
    [
      'Your policy {policyNo} (“{line}”) ends on {endDate}. The premium for the next period is {amount}.',
      'To continue your cover without a gap, please pay exactly this amount by {dueDate}, by online banking or at any bank, with the payment code {paymentCode}. The renewal is issued automatically once you have paid.',
      'If you do not wish to renew, you need not do anything: without payment, the insurance ends on {endDate}.',
    ],
  ),
  EXPIRY_NOTICE: template(
    { el: 'Λήξη συμβολαίου {policyNo}', en: 'Your policy {policyNo} is about to end' },
    [
      'Το συμβόλαιό σας {policyNo} («{line}») λήγει στις {endDate}. Από την ημερομηνία αυτή δεν έχετε κάλυψη.',
      'Για την ανανέωσή του επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή ή με εμάς, στο {phone} ή στο {email}.',
    ],
    [
      'Your policy {policyNo} (“{line}”) ends on {endDate}. You have no cover from that date.',
      'To renew it, please contact your insurance intermediary or us, at {phone} or {email}.',
    ],
  ),
  INSTALMENT_DUE: template(
    { el: 'Δόση ασφαλίστρων {policyNo}', en: 'Premium instalment {policyNo}' },
    [
      'Σας υπενθυμίζουμε ότι η {instalmentNo}η δόση του συμβολαίου σας {policyNo} («{line}»), ποσού {amount}, πληρώνεται έως και τις {dueDate}.',
      'Κωδικός πληρωμής: {paymentCode}. Πληρώστε ακριβώς αυτό το ποσό, μέσω e-banking ή σε οποιαδήποτε τράπεζα.',
      'Αν έχετε ήδη πληρώσει, παρακαλούμε αγνοήστε το μήνυμα αυτό.',
    ],
    [
      'This is a reminder that instalment {instalmentNo} of your policy {policyNo} (“{line}”), {amount}, is due by {dueDate}.',
      'Payment code: {paymentCode}. Please pay exactly this amount, by online banking or at any bank.',
      'If you have already paid, please ignore this message.',
    ],
  ),
  UNPAID: template(
    { el: 'Ανεξόφλητη δόση – αναστολή κάλυψης {policyNo}', en: 'Instalment unpaid – cover suspended {policyNo}' },
    [
      'Η {instalmentNo}η δόση του συμβολαίου σας {policyNo} («{line}»), ποσού {amount}, δεν έχει πληρωθεί. Η κάλυψή σας έχει ανασταλεί από τις {coverUntil}: από την ημέρα αυτή το όχημα δεν καλύπτεται.',
      'Μπορείτε να πληρώσετε έως και τις {lastDay}, με τον κωδικό πληρωμής {paymentCode}. Η κάλυψη αρχίζει ξανά την επομένη της πληρωμής. Αν δεν πληρώσετε έως τότε, η σύμβαση λύεται.',
    ],
    [
      'Instalment {instalmentNo} of your policy {policyNo} (“{line}”), {amount}, has not been paid. Your cover has been suspended since {coverUntil}: from that day the vehicle is not covered.',
      'You can pay until {lastDay} with the payment code {paymentCode}. Cover starts again on the day after the payment. If you do not pay by then, the contract ends.',
    ],
  ),
  TERMINATION_NOTICE: template(
    { el: 'Καταγγελία συμβολαίου {policyNo} λόγω μη καταβολής', en: 'Notice of termination of policy {policyNo}' },
    [
      'Η {instalmentNo}η δόση του συμβολαίου σας {policyNo} («{line}»), ποσού {amount}, δεν έχει πληρωθεί.',
      'Με την παρούσα, με ημερομηνία {noticeDate}, σας γνωστοποιούμε ότι, αν τα ασφάλιστρα δεν καταβληθούν εντός ενός μηνός, η ασφαλιστική σύμβαση λύεται στις {coverUntil} (άρθρο 6 ν. 2496/1997). Έως τότε έχετε κάλυψη και οφείλετε τα ασφάλιστρα του διαστήματος αυτού.',
      'Κωδικός πληρωμής: {paymentCode}.',
    ],
    [
      'Instalment {instalmentNo} of your policy {policyNo} (“{line}”), {amount}, has not been paid.',
      'By this letter of {noticeDate} we give you notice that the insurance contract ends on {coverUntil} if the premium is not paid within one month (article 6 of law 2496/1997). Until then you are covered, and you owe the premium for that time.',
      'Payment code: {paymentCode}.',
    ],
  ),
  END_OF_COVER: template(
    { el: 'Λήξη κάλυψης {policyNo}', en: 'End of cover {policyNo}' },
    [
      'Η κάλυψη του συμβολαίου σας {policyNo} («{line}») έληξε στις {coverUntil}. Από την ημέρα αυτή δεν έχετε κάλυψη.',
      'Για νέα ασφάλιση επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή ή με εμάς, στο {phone} ή στο {email}.',
    ],
    [
      'The cover of your policy {policyNo} (“{line}”) ended on {coverUntil}. You have not been covered since.',
      'For a new insurance, please contact your insurance intermediary or us, at {phone} or {email}.',
    ],
  ),
  REFUND_PAID: template(
    { el: 'Επιστροφή χρημάτων {policyNo}', en: 'Refund {policyNo}' },
    [
      'Στις {paidOn} μεταφέραμε {amount} στον λογαριασμό που μας δηλώσατε, ως επιστροφή για το συμβόλαιο {policyNo} («{line}»).',
      'Για οποιαδήποτε διευκρίνιση, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'On {paidOn} we transferred {amount} to the account that you gave us, as a refund on policy {policyNo} (“{line}”).',
      'For any question, please contact us at {phone} or {email}.',
    ],
  ),
  ACT_ISSUED: template(
    { el: 'Πρόσθετη πράξη στο συμβόλαιο {policyNo}', en: 'Endorsement to policy {policyNo}' },
    [
      'Στο συμβόλαιό σας {policyNo} («{line}») εκδόθηκε η πράξη «{act}», με ισχύ από {effectiveDate}.',
      'Το έγγραφο είναι διαθέσιμο από τον ασφαλιστικό σας διαμεσολαβητή. Για οποιαδήποτε διευκρίνιση, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'The endorsement “{act}” to your policy {policyNo} (“{line}”) has been issued, effective from {effectiveDate}.',
      'The document is available from your insurance intermediary. For any question, please contact us at {phone} or {email}.',
    ],
  ),
  AMENDMENT_ISSUED: template(
    { el: 'Τροποποίηση του συμβολαίου {policyNo}', en: 'Amendment of policy {policyNo}' },
    [
      'Το συμβόλαιό σας {policyNo} («{line}») τροποποιήθηκε: {act}, με ισχύ από {effectiveDate}.',
      'Η πρόσθετη πράξη αποτελεί μέρος του συμβολαίου και είναι διαθέσιμη από τον ασφαλιστικό σας διαμεσολαβητή. Για οποιαδήποτε διευκρίνιση, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'Your policy {policyNo} (“{line}”) has been amended: {act}, effective from {effectiveDate}.',
      'The amendment forms part of the policy and is available from your insurance intermediary. For any question, please contact us at {phone} or {email}.',
    ],
  ),
  AMENDMENT_PAYMENT: template(
    { el: 'Πληρωμή τροποποίησης του συμβολαίου {policyNo}', en: 'Payment for an amendment of policy {policyNo}' },
    [
      'Για να ισχύσει η τροποποίηση του συμβολαίου σας {policyNo} («{line}») – {act} – τα πρόσθετα ασφάλιστρα, ποσού {amount}, πρέπει να πληρωθούν έως και τις {dueDate}.',
      'Κωδικός πληρωμής: {paymentCode}. Πληρώστε ακριβώς αυτό το ποσό, μέσω e-banking ή σε οποιαδήποτε τράπεζα.',
      'Αν δεν πληρωθούν έως τότε, η τροποποίηση δεν ισχύει και το συμβόλαιο παραμένει ως έχει.',
    ],
    [
      'For the amendment of your policy {policyNo} (“{line}”) – {act} – to take effect, the additional premium of {amount} must be paid by {dueDate}.',
      'Payment code: {paymentCode}. Please pay exactly this amount, by online banking or at any bank.',
      'If it is not paid by then, the amendment does not take effect and the policy remains as it is.',
    ],
  ),
  AMENDMENT_EXPIRED: template(
    { el: 'Η τροποποίηση του συμβολαίου {policyNo} δεν ισχύει', en: 'The amendment of policy {policyNo} has not taken effect' },
    [
      'Τα πρόσθετα ασφάλιστρα για την τροποποίηση του συμβολαίου σας {policyNo} («{line}») – {act} – δεν πληρώθηκαν εμπρόθεσμα. Η τροποποίηση δεν ισχύει και το συμβόλαιο παραμένει ως έχει.',
      'Μην πληρώσετε πλέον με τον κωδικό πληρωμής που σας είχε σταλεί. Αν εξακολουθείτε να επιθυμείτε την τροποποίηση, επικοινωνήστε με τον ασφαλιστικό σας διαμεσολαβητή ή με εμάς, στο {phone} ή στο {email}.',
    ],
    [
      'The additional premium for the amendment of your policy {policyNo} (“{line}”) – {act} – was not paid in time. The amendment has not taken effect and the policy remains as it is.',
      'Please no longer use the payment code that was sent to you. If you still wish the amendment, please contact your insurance intermediary or us, at {phone} or {email}.',
    ],
  ),
  AMENDMENT_REVERSED: template(
    { el: 'Αντιλογισμός τροποποίησης του συμβολαίου {policyNo}', en: 'Amendment of policy {policyNo} reversed' },
    [
      'Η τροποποίηση του συμβολαίου σας {policyNo} («{line}») – {act} – αντιλογίστηκε. Το συμβόλαιο ισχύει σαν να μην είχε γίνει.',
      'Το έγγραφο είναι διαθέσιμο από τον ασφαλιστικό σας διαμεσολαβητή. Για οποιαδήποτε διευκρίνιση, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'The amendment of your policy {policyNo} (“{line}”) – {act} – has been reversed. The policy is as if it had never been made.',
      'The document is available from your insurance intermediary. For any question, please contact us at {phone} or {email}.',
    ],
  ),
  CREDITOR_NOTICE: template(
    { el: 'Μεταβολή του συμβολαίου {policyNo}', en: 'Change of policy {policyNo}' },
    [
      'Στο συμβόλαιο {policyNo} («{line}») με λήπτη της ασφάλισης {client}, στο οποίο έχει καταχωριστεί όρος υπέρ υμών, εκδόθηκε: {act}, με ισχύ από {effectiveDate}.',
      'Αντίγραφο της πράξης επισυνάπτεται. Για οποιαδήποτε διευκρίνιση, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ],
    [
      'On policy {policyNo} (“{line}”) of the policyholder {client}, which records a clause in your favour, the following has been issued: {act}, effective from {effectiveDate}.',
      'A copy of the act is enclosed. For any question, please contact us at {phone} or {email}.',
    ],
  ),
};

/** Builds the texts of letters, as an installation starts with them. */
export function buildLetterTexts(): object {
  return { version: 1, logo: null, signature: SIGN_OFF, templates: TEMPLATES };
}
