export const CLAIMS_HISTORY_TEXTS = {
  title: 'Βεβαίωση ιστορικού αξιώσεων',
  titleEn: 'Claims-history statement',
  basis:
    'Άρθρο 16 της οδηγίας 2009/103/ΕΚ: αξιώσεις τρίτων από την κυκλοφορία του οχήματος. · Article 16 of Directive 2009/103/EC: third-party liability claims in respect of the use of the vehicle.',
  recordedOnly:
    'Αναγράφονται μόνο καταχωρισμένα στοιχεία. Η ένδειξη «δεν τηρείται» δηλώνει ότι το στοιχείο δεν έχει καταχωριστεί, όχι ότι δεν υπήρξαν αξιώσεις. · Only recorded information is stated. “Not held” means that the information was not recorded, not that there were no claims.',
  notHeld: 'Δεν τηρείται · Not held',

  insurer: 'Α. Ασφαλιστική επιχείρηση · A. Insurance undertaking',
  nameAndAddress: 'Επωνυμία και διεύθυνση · Name and address',
  contact: 'Επικοινωνία · Contact',
  issuedOn: 'Ημερομηνία έκδοσης · Date of issue',

  policyholder: 'Β. Λήπτης της ασφάλισης · B. Policyholder',
  name: 'Ονοματεπώνυμο ή επωνυμία · Name',
  afm: 'ΑΦΜ · Tax number',
  birthdate: 'Ημερομηνία γέννησης · Date of birth',
  company: 'Νομικό πρόσωπο · Legal person',
  address: 'Διεύθυνση · Address',
  phone: 'Τηλέφωνο · Telephone',
  email: 'Email',

  vehicles: 'Γ. Όχημα · C. Vehicle',
  ordinal: 'Α/Α · No.',
  plate: 'Αρ. κυκλοφορίας · Plate',
  chassis: 'Αρ. πλαισίου · VIN',
  category: 'Κατηγορία · Category',
  make: 'Όχημα · Make, model',

  contracts: 'Δ. Ασφαλιστική κάλυψη · D. Insurance cover',
  policyNo: 'Συμβόλαιο · Policy',
  from: 'Από · From',
  to: 'Έως · To',
  noCover: 'Χωρίς κάλυψη · No cover',
  status: 'Κατάσταση · Status',
  bounds:
    'Η κάλυψη αρχίζει και λήγει στις 00:00 (ώρα Ελλάδας) των ημερών που αναγράφονται, και δεν αρχίζει πριν από την έκδοση του ασφαλιστηρίου. · Cover starts and ends at 00:00 (Greek time) on the dates stated, and does not start before the policy is issued.',
  ofAll:
    'Αφορά όλα τα συμβόλαια οχημάτων του λήπτη στην επιχείρηση. · It covers all the policyholder’s motor policies with the undertaking.',
  ofAgents: (codes: string): string =>
    `Αφορά τα συμβόλαια του οχήματος μέσω των διαμεσολαβητών με κωδικό: ${codes}. · It covers the policies for the vehicle arranged through the intermediaries with code: ${codes}.`,
  omitted: (count: number): string => `Δεν αναγράφονται ${count} παλαιότερα συμβόλαια. · ${count} earlier policies are not stated.`,

  claims: 'Ε. Αξιώσεις τρίτων με υπαιτιότητα · E. Third-party liability claims at fault',
  last5Years: '5 έτη · 5 years',
  lastYear: '12 μήνες · 12 months',
  until: 'Έως · Up to',
  carriedOver: (count: number): string => `${count} (από προηγούμενο έτος · carried over)`,
  registry:
    'Αριθμός αξιώσεων κατά το μητρώο bonus-malus για το όχημα και τον λήπτη, στα πέντε έτη και στους δώδεκα μήνες πριν από την ημέρα που αναγράφεται. · Number of claims in the bonus-malus registry for the vehicle and the policyholder, in the five years and in the twelve months before the date stated.',
  details:
    'Ημερομηνία, είδος ζημιάς (υλικές ζημιές ή σωματικές βλάβες), ποσοστό υπαιτιότητας και έκβαση κάθε αξίωσης: δεν τηρείται. Αξιώσεις πριν από την έναρξη του μητρώου: δεν τηρείται. · Date, type of damage (property damage or personal injury), share of fault and outcome of each claim: not held. Claims before the registry started: not held.',

  additional: 'ΣΤ. Πρόσθετες πληροφορίες · F. Additional information',
  registryClass: 'Βαθμίδα bonus-malus · Class',
  asOf: 'Ισχύς από · As of',
  source: 'Πηγή · Source',
  renewal: 'Ανανέωση · Renewal',
  policyClass: 'Βαθμίδα · Class',
  classes:
    'Η βαθμίδα 1 του bonus-malus είναι η καλύτερη. Κατά την ανανέωση η βαθμίδα αναπροσαρμόζεται και οι αξιώσεις μεταφέρονται χωρίς νέα αναφορά. · Bonus-malus class 1 is the best. At renewal the class is adjusted and claims are carried over without a new report.',

  signature: 'Υπογραφή · Signature',
  placeAndDate: 'Τόπος και ημερομηνία · Place and date',
  signatureOfInsurer: 'Για την ασφαλιστική επιχείρηση · For the insurance undertaking',
} as const;
