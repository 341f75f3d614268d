/** First privacy notice. The insurer's name, address and mail replace the placeholders when it is printed. */
export const PRIVACY_NOTICE = {
  el: [
    'Υπεύθυνος επεξεργασίας των προσωπικών σας δεδομένων είναι η {insurer}, {address}. Για κάθε θέμα που αφορά τα δεδομένα σας, και για τον υπεύθυνο προστασίας δεδομένων, απευθυνθείτε στο {email}.',
    'Επεξεργαζόμαστε τα στοιχεία ταυτότητας, επικοινωνίας και φορολογίας σας, τα στοιχεία του ασφαλιζόμενου αντικειμένου και του ιστορικού ζημιών του, καθώς και τα στοιχεία των πληρωμών σας. Τα λαμβάνουμε από εσάς, από τον ασφαλιστικό διαμεσολαβητή σας και, όπου προβλέπεται από τον νόμο, από δημόσια μητρώα.',
    'Σκοποί και νομικές βάσεις: η εκτίμηση του κινδύνου, η σύναψη και η εκτέλεση της σύμβασης ασφάλισης (άρθρο 6 παρ. 1 στοιχ. β΄ του Κανονισμού (ΕΕ) 2016/679)· η τήρηση των φορολογικών, εποπτικών και λοιπών υποχρεώσεών μας (στοιχ. γ΄)· η πρόληψη της απάτης και η υποστήριξη νομικών αξιώσεων (στοιχ. στ΄). Για κάθε άλλο σκοπό ζητούμε τη συγκατάθεσή σας, την οποία μπορείτε να ανακαλέσετε οποτεδήποτε.',
    'Αποδέκτες των δεδομένων είναι ο διαμεσολαβητής σας, οι αντασφαλιστές, οι πραγματογνώμονες και οι συνεργάτες που επεξεργάζονται δεδομένα για λογαριασμό μας, οι τράπεζες για τις πληρωμές, ο δανειστής υπέρ του οποίου έχει ασφαλιστεί το αντικείμενο, και οι αρχές όταν το ορίζει ο νόμος. Δεν διαβιβάζουμε δεδομένα εκτός του Ευρωπαϊκού Οικονομικού Χώρου χωρίς τις εγγυήσεις του Κανονισμού.',
    'Το ασφάλιστρο υπολογίζεται αυτόματα από τα στοιχεία που δηλώνετε και το τιμολόγιο. Μπορείτε να ζητήσετε να εξετάσει την περίπτωσή σας υπάλληλός μας, να εκφράσετε την άποψή σας και να αμφισβητήσετε την απόφαση.',
    'Τηρούμε τα δεδομένα όσο διαρκεί η σύμβαση και, μετά τη λήξη της, για όσο χρόνο το επιβάλλουν ο νόμος και η παραγραφή των αξιώσεων. Στη συνέχεια διαγράφονται.',
    'Έχετε δικαίωμα πρόσβασης, διόρθωσης, διαγραφής, περιορισμού της επεξεργασίας, φορητότητας και εναντίωσης. Απαντάμε εντός ενός μηνός. Μπορείτε επίσης να υποβάλετε καταγγελία στην Αρχή Προστασίας Δεδομένων Προσωπικού Χαρακτήρα (Κηφισίας 1-3, 115 23 Αθήνα, www.dpa.gr).',
  ].join('\n'),
  en: [
    'The controller of your personal data is {insurer}, {address}. For anything that concerns your data, and to reach the data protection officer, please write to {email}.',
    'We process your identity, contact and tax details, the details of the insured object and of its claims, and the details of your payments. We receive them from you, from your insurance intermediary and, where the law provides for it, from public registers.',
    'Purposes and legal bases: assessing the risk, concluding and performing the insurance contract (article 6(1)(b) of Regulation (EU) 2016/679); our tax, supervisory and other legal obligations (point (c)); preventing fraud and supporting legal claims (point (f)). For any other purpose we ask for your consent, which you may withdraw at any time.',
    'The data is disclosed to your intermediary, to reinsurers, to loss adjusters and service providers who process data on our behalf, to banks for payments, to the creditor for whose benefit the object is insured, and to authorities where the law requires it. We do not transfer data outside the European Economic Area without the safeguards of the Regulation.',
    'The premium is calculated automatically from what you declare and from the tariff. You may ask for one of our staff to review your case, express your point of view and contest the decision.',
    'We keep the data while the contract lasts and, after it ends, for as long as the law and the limitation periods of claims require. It is then deleted.',
    'You have the right of access, rectification, erasure, restriction of processing, data portability and objection. We answer within one month. You may also complain to the Hellenic Data Protection Authority (1-3 Kifissias Ave., 115 23 Athens, www.dpa.gr).',
  ].join('\n'),
};
