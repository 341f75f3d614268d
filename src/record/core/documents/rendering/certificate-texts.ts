import { buildWords } from './words.js';

export const CERTIFICATE_KINDS = ['COVER', 'NATURAL_CATASTROPHE'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

export const CERTIFICATE_TEXTS = buildWords({
  titles: {
    COVER: { el: 'Βεβαίωση ασφάλισης', en: 'Certificate of insurance' },
    NATURAL_CATASTROPHE: { el: 'Βεβαίωση ασφάλισης φυσικών καταστροφών', en: 'Certificate of natural catastrophe insurance' },
  },
  certifies: {
    COVER: {
      el: (policyNo: string, day: string) =>
        `Βεβαιώνουμε ότι το ασφαλιστήριο ${policyNo} ισχύει στις ${day} και ότι παρέχονται οι παρακάτω καλύψεις.`,
      en: (policyNo: string, day: string) => `We certify that policy ${policyNo} is in force on ${day} and provides the cover below.`,
    },
    NATURAL_CATASTROPHE: {
      el: (policyNo: string, day: string) =>
        `Βεβαιώνουμε ότι το ασφαλιστήριο ${policyNo} ισχύει στις ${day} και ότι τα περιουσιακά στοιχεία της επιχείρησης είναι ασφαλισμένα για τους παρακάτω κινδύνους φυσικών καταστροφών.`,
      en: (policyNo: string, day: string) =>
        `We certify that policy ${policyNo} is in force on ${day} and insures the assets of the company against the natural catastrophes below.`,
    },
  },
  covers: {
    COVER: { el: 'Καλύψεις', en: 'Cover' },
    NATURAL_CATASTROPHE: { el: 'Κίνδυνοι φυσικών καταστροφών', en: 'Natural catastrophes' },
  },
  notCovered: {
    el: (titles: string) => `Δεν καλύπτονται: ${titles}.`,
    en: (titles: string) => `Not covered: ${titles}.`,
  },
  issuedFor: {
    el: 'Η βεβαίωση εκδίδεται κατόπιν αιτήματος του λήπτη της ασφάλισης για κάθε νόμιμη χρήση. Δεν μεταβάλλει τους όρους του ασφαλιστηρίου.',
    en: 'This certificate is issued at the request of the policyholder. It does not change the terms of the policy.',
  },
  signature: { el: 'Υπογραφή', en: 'Signature' },
  ofInsurer: { el: (insurer: string) => `Για την ${insurer}`, en: (insurer: string) => `For ${insurer}` },
});
