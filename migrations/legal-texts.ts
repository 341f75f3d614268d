/** Contact details of the insurer. */
interface Contact {
  readonly address: { readonly el: string; readonly en: string };
  readonly phone: string;
  readonly email: string;
}

const HOURS = { el: 'Όλο το 24ωρο, κάθε ημέρα', en: '24 hours a day, every day' };

const RIGHTS = {
  withdrawal: {
    days: 14,
    text: {
      el: 'Αν η σύμβαση συνάφθηκε από απόσταση (διαδίκτυο, τηλέφωνο, ταχυδρομείο), ο καταναλωτής μπορεί να υπαναχωρήσει αζημίως και χωρίς να αναφέρει λόγο εντός {days} ημερολογιακών ημερών από τη σύναψη της σύμβασης ή, αν είναι μεταγενέστερη, από την ημέρα που έλαβε τους όρους και τις πληροφορίες (ν. 2251/1994, εξ αποστάσεως εμπορία χρηματοοικονομικών υπηρεσιών). Αρκεί η δήλωση να αποσταλεί εγγράφως πριν από τη λήξη της προθεσμίας, με το έντυπο στο τέλος του ασφαλιστηρίου, στη διεύθυνση {address} ή στο {email}. Τα ασφάλιστρα επιστρέφονται το αργότερο εντός τριάντα (30) ημερολογιακών ημερών, εκτός από το μέρος που αντιστοιχεί στο διάστημα κατά το οποίο παρασχέθηκε κάλυψη. Δεν υπάρχει δικαίωμα υπαναχώρησης όταν η σύμβαση έχει εκτελεστεί πλήρως κατόπιν ρητής αίτησης του καταναλωτή ή διαρκεί λιγότερο από έναν μήνα.',
      en: 'If the contract was concluded at a distance (internet, telephone, post), the consumer may withdraw from it without penalty and without giving a reason within {days} calendar days of its conclusion or, if later, of the day on which the consumer received the terms and the information (law 2251/1994, distance marketing of financial services). It is enough to send the declaration in writing before the period ends, using the form at the end of the policy, to {address} or to {email}. The premium is refunded within thirty (30) calendar days at the latest, less the part for the time during which cover was provided. There is no right of withdrawal once the contract has been performed in full at the consumer’s express request, or if it lasts for less than one month.',
    },
    form: {
      el: 'Προς την {insurer}, {address}, {email}\nΔηλώνω ότι υπαναχωρώ από την ασφαλιστική σύμβαση του ασφαλιστηρίου {policyNo}, η οποία συνάφθηκε από απόσταση.',
      en: 'To {insurer}, {address}, {email}\nI declare that I withdraw from the insurance contract of policy {policyNo}, which was concluded at a distance.',
    },
  },
  objection: {
    days: 14,
    text: {
      el: 'Αν το περιεχόμενο του ασφαλιστηρίου παρεκκλίνει από την αίτηση ασφάλισης, οι παρεκκλίσεις θεωρούνται εγκεκριμένες, εφόσον ο λήπτης της ασφάλισης δεν εναντιωθεί εγγράφως εντός ενός (1) μηνός από την παραλαβή του ασφαλιστηρίου (άρθρο 2 παρ. 5 ν. 2496/1997). Αν δεν του δόθηκαν κατά την αίτηση οι πληροφορίες που προβλέπει ο νόμος, ή δεν παρέλαβε τους ασφαλιστικούς όρους μαζί με το ασφαλιστήριο, μπορεί να εναντιωθεί εγγράφως εντός {days} ημερών από την παράδοση του ασφαλιστηρίου (άρθρο 2 παρ. 6 ν. 2496/1997). Η δήλωση γίνεται με το έντυπο στο τέλος του ασφαλιστηρίου και αποστέλλεται στη διεύθυνση {address} ή στο {email}.',
      en: 'If the content of the policy differs from the application for insurance, the differences are deemed approved unless the policyholder objects in writing within one (1) month of receiving the policy (article 2(5) of law 2496/1997). If the policyholder was not given the information required by law when applying, or did not receive the terms of insurance together with the policy, the policyholder may object in writing within {days} days of delivery of the policy (article 2(6) of law 2496/1997). The declaration is made on the form at the end of the policy and sent to {address} or to {email}.',
    },
    form: {
      el: 'Προς την {insurer}, {address}, {email}\nΔηλώνω ότι εναντιώνομαι στο ασφαλιστήριο {policyNo}, επειδή (σημειώστε Χ):\n[   ] παρεκκλίνει από την αίτηση ασφάλισης (άρθρο 2 παρ. 5 ν. 2496/1997)\n[   ] δεν παρέλαβα τις πληροφορίες ή τους ασφαλιστικούς όρους (άρθρο 2 παρ. 6 ν. 2496/1997)',
      en: 'To {insurer}, {address}, {email}\nI declare that I object to policy {policyNo} because (mark with X):\n[   ] it differs from the application for insurance (article 2(5) of law 2496/1997)\n[   ] I did not receive the information or the terms of insurance (article 2(6) of law 2496/1997)',
    },
  },
};

/** Builds the first version of the legal texts on policies. Claims and complaints go to the insurer's own contact. */
export function buildLegalTexts({ address, phone, email }: Contact): object {
  const contact = { phone, address, email };
  return {
    version: 1,
    fire: {
      generalConditions: {
        title: {
          el: 'Γενικοί όροι ασφάλισης πυρός και συμπληρωματικών κινδύνων',
          en: 'General conditions of fire and allied perils insurance',
        },
        reference: 'ΓΟ-ΠΥΡ',
        version: '1',
        url: 'https://insurer.example/terms/fire',
      },
      claims: {
        ...contact,
        hours: HOURS,
        friendlySettlementPhone: null,
        text: {
          el: 'Η ζημιά αναγγέλλεται το συντομότερο δυνατό και το αργότερο εντός οκτώ (8) ημερών από τότε που ο λήπτης της ασφάλισης έλαβε γνώση της (άρθρο 7 παρ. 1 ν. 2496/1997). Σε περίπτωση πυρκαγιάς ειδοποιείται αμέσως η Πυροσβεστική (199), σε περίπτωση κλοπής ή κακόβουλης ενέργειας η Αστυνομία (100).',
          en: 'Report a loss as soon as possible, and within eight (8) days of learning of it at the latest (article 7(1) of law 2496/1997). In the event of fire, call the Fire Service (199) at once; in the event of theft or malicious damage, call the Police (100).',
        },
      },
    },
    motor: {
      generalConditions: {
        title: { el: 'Γενικοί όροι ασφάλισης αυτοκινήτων', en: 'General conditions of motor insurance' },
        reference: 'ΓΟ-ΑΥΤ',
        version: '1',
        url: 'https://insurer.example/terms/motor',
      },
      claims: {
        ...contact,
        hours: HOURS,
        friendlySettlementPhone: phone,
        text: {
          el: 'Το ατύχημα αναγγέλλεται το συντομότερο δυνατό και το αργότερο εντός οκτώ (8) ημερών από τότε που ο λήπτης της ασφάλισης έλαβε γνώση του (άρθρο 7 παρ. 1 ν. 2496/1997). Σε ατύχημα δύο οχημάτων οι οδηγοί συμπληρώνουν και υπογράφουν το έντυπο του φιλικού διακανονισμού. Αν υπάρχουν τραυματίες, ειδοποιούνται αμέσως το ΕΚΑΒ (166) και η Τροχαία (100). Σε περίπτωση κλοπής ειδοποιείται η Αστυνομία (100).',
          en: 'Report an accident as soon as possible, and within eight (8) days of learning of it at the latest (article 7(1) of law 2496/1997). After an accident between two vehicles, the drivers complete and sign the friendly-settlement form. If anyone is injured, call an ambulance (166) and the Traffic Police (100) at once; in the event of theft, call the Police (100).',
        },
      },
    },
    ...RIGHTS,
    complaints: {
      ...contact,
      days: 50,
      department: { el: 'Υπηρεσία Διαχείρισης Αιτιάσεων', en: 'Complaints Department' },
      text: {
        el: 'Η αιτίαση υποβάλλεται εγγράφως με ονοματεπώνυμο, στοιχεία επικοινωνίας και αριθμό ασφαλιστηρίου. Η εταιρεία απαντά εγγράφως το αργότερο εντός {days} ημερολογιακών ημερών από την υποβολή της. Η υποβολή αιτίασης είναι δωρεάν και δεν διακόπτει την παραγραφή των αξιώσεων.',
        en: 'Make your complaint in writing, with your name, contact details and policy number. We reply in writing within {days} calendar days of receiving it at the latest. Complaints are free of charge and do not interrupt the limitation period for claims.',
      },
    },
    outOfCourt: {
      el: 'Αν η απάντηση δεν ικανοποιεί τον ενδιαφερόμενο, μπορεί να απευθυνθεί στον Συνήγορο του Καταναλωτή (Λεωφ. Αλεξάνδρας 144, 114 71 Αθήνα, www.synigoroskatanaloti.gr) για εξωδικαστική επίλυση, και στην εποπτική αρχή, την Τράπεζα της Ελλάδος, Διεύθυνση Εποπτείας Ιδιωτικής Ασφάλισης (Ελ. Βενιζέλου 21, 102 50 Αθήνα, www.bankofgreece.gr). Το δικαίωμα προσφυγής στα δικαστήρια διατηρείται.',
      en: 'If you are not satisfied with our reply, you may refer the matter to the Hellenic Consumers’ Ombudsman (144 Alexandras Ave., 114 71 Athens, www.synigoroskatanaloti.gr) for out-of-court settlement, and to the supervisory authority, the Bank of Greece, Department of Private Insurance Supervision (DEIA; 21 El. Venizelou St., 102 50 Athens, www.bankofgreece.gr). Your right to go to court is not affected.',
    },
  };
}
