import { buildWords } from './words.js';

export const INFORMATION_TEXTS = buildWords({
  terms: { el: 'Όροι και προσυμβατική ενημέρωση', en: 'Terms and pre-contractual information' },
  termsNotice: {
    el: (line: string) =>
      `Διαβάστε τους όρους πριν από την αποδοχή της προσφοράς. Αφορούν: ${line}. Όσα ισχύουν ειδικά για εσάς αναγράφονται στην προσφορά και στο ασφαλιστήριο.`,
    en: (line: string) =>
      `Please read the terms before you accept the offer. They concern: ${line}. What applies to you in particular is stated in the offer and in the policy.`,
  },
  conditions: {
    el: 'Η ασφάλιση διέπεται από τους γενικούς όρους που αναγράφονται εδώ. Το πλήρες κείμενό τους βρίσκεται στην ηλεκτρονική διεύθυνση.',
    en: 'The insurance is governed by the general conditions named here. Their full text is at the web address.',
  },
  blank: { el: '....................', en: '....................' },
  privacy: { el: 'Ενημέρωση για τα προσωπικά δεδομένα', en: 'Privacy notice' },
  privacyNotice: {
    el: 'Σύμφωνα με τα άρθρα 13 και 14 του Κανονισμού (ΕΕ) 2016/679.',
    en: 'In accordance with articles 13 and 14 of Regulation (EU) 2016/679.',
  },
  version: { el: (version: string) => `Έκδοση ${version}`, en: (version: string) => `Version ${version}` },
});
