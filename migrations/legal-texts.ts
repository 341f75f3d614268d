/** Contact details of the insurer. */
interface Contact {
  readonly address: { readonly el: string; readonly en: string };
  readonly phone: string;
  readonly email: string;
}

const HOURS = { el: 'Όλο το εικοσιτετράωρο, κάθε ημέρα', en: 'Day and night, every day' };

const RIGHTS = {
  withdrawal: {
    days: 14,
    text: {
      el: 'Αν η σύμβαση συνάφθηκε από απόσταση (διαδίκτυο, τηλέφωνο, ταχυδρομείο), ο καταναλωτής μπορεί να υπαναχωρήσει αζημίως και χωρίς να αναφέρει λόγο εντός {days} ημερολογιακών ημερών από τη σύναψη της σύμβασης ή, αν είναι μεταγενέστερη, από την ημέρα που έλαβε τους όρους και τις πληροφορίες (ν. 2251/1994, εξ αποστάσεως εμπορία χρηματοοικονομικών υπηρεσιών). Αρκεί η δήλωση να σταλεί εγγράφως πριν λήξει η προθεσμία, με το έντυπο στο τέλος του ασφαλιστηρίου, στη διεύθυνση {address} ή στο {email}. Τα ασφάλιστρα επιστρέφονται το αργότερο εντός τριάντα (30) ημερολογιακών ημερών, εκτός από το μέρος που αντιστοιχεί στο διάστημα κατά το οποίο παρασχέθηκε κάλυψη. Δεν υπάρχει δικαίωμα υπαναχώρησης όταν η σύμβαση έχει εκτελεστεί πλήρως κατόπιν ρητής αίτησης του καταναλωτή ή διαρκεί λιγότερο από έναν μήνα.',
      en: 'If the contract was concluded at a distance (internet, telephone, post), the consumer may withdraw from it without penalty and without giving a reason within {days} calendar days from its conclusion or, if that is later, from the day on which the consumer received the terms and the information (law 2251/1994, distance marketing of financial services). It suffices to send the declaration in writing before the period ends, by the form at the end of the policy, to {address} or to {email}. The premium is returned within thirty (30) calendar days at the latest, except for the part of the time for which cover was given. There is no right of withdrawal once the contract has been performed in full at the express request of the consumer, or if it lasts for less than one month.',
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
      en: 'If the content of the policy differs from the application for insurance, the differences are taken as approved unless the policyholder objects in writing within one (1) month from receiving the policy (article 2 par. 5 of law 2496/1997). If the policyholder was not given the information that the law calls for when applying, or did not receive the terms of insurance together with the policy, the policyholder may object in writing within {days} days from the delivery of the policy (article 2 par. 6 of law 2496/1997). The declaration is made by the form at the end of the policy and sent to {address} or to {email}.',
    },
    form: {
      el: 'Προς την {insurer}, {address}, {email}\nΔηλώνω ότι εναντιώνομαι στο ασφαλιστήριο {policyNo}, επειδή (σημειώστε Χ):\n[   ] παρεκκλίνει από την αίτηση ασφάλισης (άρθρο 2 παρ. 5 ν. 2496/1997)\n[   ] δεν παρέλαβα τις πληροφορίες ή τους ασφαλιστικούς όρους (άρθρο 2 παρ. 6 ν. 2496/1997)',
      en: 'To {insurer}, {address}, {email}\nI declare that I object to policy {policyNo} because (mark with X):\n[   ] it differs from the application for insurance (article 2 par. 5 of law 2496/1997)\n[   ] I did not receive the information or the terms of insurance (article 2 par. 6 of law 2496/1997)',
    },
  },
};

/**
 * Builds the legal texts that policies are printed with, as an installation starts with them. Where claims and
 * complaints are sent follows from how the insurer is reached.
 */
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
          el: 'Η ζημιά αναγγέλλεται το συντομότερο, το αργότερο εντός οκτώ (8) ημερών από τότε που ο λήπτης της ασφάλισης έλαβε γνώση της (άρθρο 7 παρ. 1 ν. 2496/1997). Σε πυρκαγιά ειδοποιείται αμέσως η Πυροσβεστική (199) και σε κλοπή ή κακόβουλη ενέργεια η Αστυνομία (100).',
          en: 'A loss is reported as soon as possible, within eight (8) days at the latest from when the policyholder learned of it (article 7 par. 1 of law 2496/1997). In case of fire the Fire Service (199) is called at once, in case of theft or a malicious act the Police (100).',
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
          el: 'Το ατύχημα αναγγέλλεται το συντομότερο, το αργότερο εντός οκτώ (8) ημερών από τότε που ο λήπτης της ασφάλισης έλαβε γνώση του (άρθρο 7 παρ. 1 ν. 2496/1997). Σε ατύχημα δύο οχημάτων οι οδηγοί συμπληρώνουν και υπογράφουν το έντυπο του φιλικού διακανονισμού. Αν υπάρχουν τραυματίες ειδοποιείται αμέσως το ΕΚΑΒ (166) και η Τροχαία (100), και σε κλοπή η Αστυνομία (100).',
          en: 'An accident is reported as soon as possible, within eight (8) days at the latest from when the policyholder learned of it (article 7 par. 1 of law 2496/1997). After an accident of two vehicles the drivers fill in and sign the form of the friendly settlement. If anybody is hurt an ambulance (166) and the Traffic Police (100) are called at once, in case of theft the Police (100).',
        },
      },
    },
    ...RIGHTS,
    complaints: {
      ...contact,
      days: 50,
      department: { el: 'Υπηρεσία Διαχείρισης Αιτιάσεων', en: 'Complaints Department' },
      text: {
        el: 'Το παράπονο υποβάλλεται εγγράφως με ονοματεπώνυμο, στοιχεία επικοινωνίας και αριθμό ασφαλιστηρίου. Απαντάται εγγράφως το αργότερο εντός {days} ημερολογιακών ημερών από την υποβολή του. Η υποβολή δεν κοστίζει τίποτα και δεν διακόπτει την παραγραφή των αξιώσεων.',
        en: 'A complaint is made in writing with name, contact details and policy number. It is answered in writing within {days} calendar days from when it was made at the latest. A complaint is free of charge and does not interrupt the prescription of claims.',
      },
    },
    outOfCourt: {
      el: 'Αν η απάντηση δεν ικανοποιεί τον ενδιαφερόμενο, μπορεί να απευθυνθεί στον Συνήγορο του Καταναλωτή (Λεωφ. Αλεξάνδρας 144, 114 71 Αθήνα, www.synigoroskatanaloti.gr) για εξωδικαστική επίλυση, και στην εποπτική αρχή, την Τράπεζα της Ελλάδος, Διεύθυνση Εποπτείας Ιδιωτικής Ασφάλισης (Ελ. Βενιζέλου 21, 102 50 Αθήνα, www.bankofgreece.gr). Το δικαίωμα προσφυγής στα δικαστήρια μένει ανέπαφο.',
      en: 'Whoever is not satisfied with the answer may turn to the Hellenic Consumers’ Ombudsman (144 Alexandras Ave., 114 71 Athens, www.synigoroskatanaloti.gr) for a settlement out of court, and to the supervisory authority, the Bank of Greece, Department of Private Insurance Supervision (DEIA; 21 El. Venizelou St., 102 50 Athens, www.bankofgreece.gr). The right to go to court is not affected.',
    },
  };
}
