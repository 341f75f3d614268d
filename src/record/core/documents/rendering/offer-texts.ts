import { buildWords } from './words.js';

/** Texts of the offer. */
export const OFFER_TEXTS = buildWords({
  title: { el: 'Προσφορά ασφάλισης', en: 'Insurance offer' },
  offerNo: { el: 'Αριθμός προσφοράς', en: 'Offer number' },
  validUntil: { el: 'Ισχύει έως και', en: 'Valid until' },
  notPolicy: {
    el: 'Η προσφορά δεν είναι ασφαλιστήριο και δεν παρέχει κάλυψη. Η ασφάλιση αρχίζει μόνο με την έκδοση του ασφαλιστηρίου.',
    en: 'This offer is not a policy and gives no cover. Cover starts only when the policy is issued.',
  },
  missing: { el: 'Τι απομένει', en: 'What is still missing' },
  notes: { el: 'Παρατηρήσεις', en: 'Notes' },
  conditionsApply: {
    el: 'Η ασφάλιση θα διέπεται από τους γενικούς όρους που αναγράφονται εδώ. Το έγγραφο πληροφοριών για το ασφαλιστικό προϊόν συνοψίζει τις καλύψεις και τις εξαιρέσεις.',
    en: 'The insurance will be governed by the general conditions named here. The insurance product information document summarises covers and exclusions.',
  },
});
