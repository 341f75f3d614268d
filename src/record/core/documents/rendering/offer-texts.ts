import { buildWords } from './words.js';

export const OFFER_TEXTS = buildWords({
  title: { el: 'Προσφορά ασφάλισης', en: 'Insurance offer' },
  offerNo: { el: 'Αριθμός προσφοράς', en: 'Offer number' },
  validUntil: { el: 'Ισχύει έως και', en: 'Valid until' },
  notPolicy: {
    el: 'Η προσφορά δεν είναι ασφαλιστήριο και δεν παρέχει κάλυψη. Η ασφάλιση αρχίζει μόνο με την έκδοση του ασφαλιστηρίου.',
    en: 'This offer is not a policy and gives no cover. Cover starts only when the policy is issued.',
  },
  needs: { el: 'Απαιτήσεις και ανάγκες του πελάτη', en: 'The customer’s demands and needs' },
  wanted: { el: (needs: string) => `Ζητούνται: ${needs}.`, en: (needs: string) => `Wanted: ${needs}.` },
  nothingWanted: {
    el: 'Δεν ζητήθηκε κάτι πέρα από τις βασικές καλύψεις.',
    en: 'Nothing was asked for beyond the basic covers.',
  },
  unwanted: { el: (needs: string) => `Δεν ζητούνται: ${needs}.`, en: (needs: string) => `Not wanted: ${needs}.` },
  offeredBundle: { el: (bundle: string) => `Πακέτο της προσφοράς «${bundle}»`, en: (bundle: string) => `Offered bundle “${bundle}”` },
  otherBundle: { el: (bundle: string) => `Πακέτο «${bundle}»`, en: (bundle: string) => `Bundle “${bundle}”` },
  fits: { el: (bundle: string) => `${bundle}: καλύπτει όσα ζητούνται.`, en: (bundle: string) => `${bundle}: meets what is wanted.` },
  fitsNot: {
    el: (bundle: string, needs: string) => `${bundle}: δεν καλύπτει όσα ζητούνται. Λείπουν: ${needs}.`,
    en: (bundle: string, needs: string) => `${bundle}: does not meet what is wanted. It lacks: ${needs}.`,
  },
  addable: {
    el: (needs: string) => `Προστίθενται με πρόσθετη κάλυψη: ${needs}.`,
    en: (needs: string) => `An extra cover adds: ${needs}.`,
  },
  missing: { el: 'Τι απομένει', en: 'What is still missing' },
  notes: { el: 'Παρατηρήσεις', en: 'Notes' },
  conditionsApply: {
    el: 'Η ασφάλιση θα διέπεται από τους γενικούς όρους που αναγράφονται εδώ. Το έγγραφο πληροφοριών για το ασφαλιστικό προϊόν συνοψίζει τις καλύψεις και τις εξαιρέσεις.',
    en: 'The insurance will be governed by the general conditions named here. The insurance product information document summarises covers and exclusions.',
  },
});
