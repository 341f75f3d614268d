/** The words of the claims-history statement: one text in Greek and English, its sections in the order that is the same in every country. */
export const CLAIMS_HISTORY_TEXTS = {
  title: 'Βεβαίωση ιστορικού αξιώσεων',
  titleEn: 'Claims-history statement',
  basis:
    'Άρθρο 16 της οδηγίας 2009/103/ΕΚ: αξιώσεις τρίτων από την κυκλοφορία του οχήματος. · Article 16 of Directive 2009/103/EC: third-party liability claims in respect of the use of the vehicle.',
  recordedOnly:
    'Αναγράφονται μόνο όσα έχουν καταχωριστεί. Ό,τι δεν έχει καταχωριστεί σημειώνεται «δεν τηρείται» και δεν σημαίνει ότι δεν υπήρξαν αξιώσεις. · Only what is recorded is stated. What is not recorded is marked “not held”, which does not mean that there were no claims.',
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
  email: 'E-mail',

  vehicles: 'Γ. Όχημα · C. Vehicle',
  ordinal: 'Α/Α · No.',
  plate: 'Αρ. κυκλοφορίας · Plate',
  chassis: 'Αρ. πλαισίου · VIN',
  category: 'Κατηγορία · Category',
  make: 'Τύπος · Make and model',

  contracts: 'Δ. Ασφαλιστική κάλυψη · D. Insurance cover',
  policyNo: 'Συμβόλαιο · Policy',
  from: 'Από · From',
  to: 'Έως · To',
  noCover: 'Χωρίς κάλυψη · No cover',
  status: 'Κατάσταση · Status',
  bounds:
    'Η κάλυψη αρχίζει και λήγει στις 00:00 (ώρα Ελλάδας) των ημερών που αναγράφονται, και δεν αρχίζει πριν από την έκδοση. · Cover begins and ends at 00:00 (time of Greece) of the days stated, and does not begin before the issue.',
  ofAll:
    'Αφορά όλα τα συμβόλαια οχημάτων του λήπτη στην επιχείρηση. · It concerns all vehicle contracts of the policyholder with the undertaking.',
  ofAgents: (codes: string): string =>
    `Αφορά τα συμβόλαια του οχήματος μέσω των διαμεσολαβητών με κωδικό: ${codes}. · It concerns the contracts of the vehicle through the intermediaries with code: ${codes}.`,
  omitted: (count: number): string => `Δεν αναγράφονται ${count} παλαιότερα συμβόλαια. · ${count} earlier contracts are not stated.`,

  claims: 'Ε. Αξιώσεις τρίτων με υπαιτιότητα · E. Third-party liability claims at fault',
  last5Years: '5 έτη · 5 years',
  lastYear: '12 μήνες · 12 months',
  until: 'Έως · Up to',
  carriedOver: (count: number): string => `${count} (από προηγούμενο έτος · carried over)`,
  registry:
    'Αριθμός αξιώσεων κατά το μητρώο bonus-malus για το όχημα και τον λήπτη, στα πέντε έτη και στους δώδεκα μήνες πριν από την ημέρα που αναγράφεται. · Number of claims by the bonus-malus registry for the vehicle and the policyholder, in the five years and in the twelve months before the day stated.',
  details:
    'Ημερομηνία, είδος ζημίας (υλικές ζημίες ή σωματικές βλάβες), ποσοστό υπαιτιότητας και έκβαση κάθε αξίωσης: δεν τηρείται. Αξιώσεις πριν από την έναρξη του μητρώου: δεν τηρείται. · Date, kind of damage (material damage or personal injury), share of fault and outcome of each claim: not held. Claims before the registry began: not held.',

  additional: 'ΣΤ. Πρόσθετες πληροφορίες · F. Additional information',
  registryClass: 'Βαθμίδα bonus-malus · Class',
  asOf: 'Ισχύς από · As of',
  source: 'Πηγή · Source',
  renewal: 'Ανανέωση · Renewal',
  policyClass: 'Βαθμίδα · Class',
  classes:
    'Η βαθμίδα 1 του bonus-malus είναι η καλύτερη. Σε ανανέωση η βαθμίδα μετακινείται και οι αξιώσεις μεταφέρονται χωρίς νέα αναφορά. · Bonus-malus class 1 is the best. At a renewal the class is moved and claims are carried over without a new report.',

  signature: 'Υπογραφή · Signature',
  placeAndDate: 'Τόπος και ημερομηνία · Place and date',
  signatureOfInsurer: 'Για την ασφαλιστική επιχείρηση · For the insurance undertaking',
} as const;
