import { buildWords } from './words.js';

/** Headings are those of Regulation (EU) 2017/1469. */
export const IPID_TEXTS = buildWords({
  title: { el: 'Έγγραφο πληροφοριών για το ασφαλιστικό προϊόν', en: 'Insurance Product Information Document' },
  company: { el: 'Εταιρεία', en: 'Company' },
  product: { el: 'Προϊόν', en: 'Product' },
  notice: {
    el: 'Το παρόν έγγραφο συνοψίζει τις κύριες καλύψεις και εξαιρέσεις και δεν είναι προσαρμοσμένο στις ατομικές ανάγκες σας. Πλήρεις προσυμβατικές και συμβατικές πληροφορίες για το προϊόν παρέχονται σε άλλα έγγραφα: στην προσφορά, στους γενικούς όρους και στο ασφαλιστήριο.',
    en: 'This document is a summary of the main covers and exclusions and is not tailored to your individual needs. Complete pre-contractual and contractual information on the product is provided in other documents: the offer, the general conditions and the policy.',
  },
  added: { el: 'Προαιρετικές καλύψεις', en: 'Optional covers' },
  headings: {
    kind: { el: 'Τι είδους ασφάλιση είναι αυτή;', en: 'What is this type of insurance?' },
    insured: { el: 'Τι ασφαλίζεται;', en: 'What is insured?' },
    notInsured: { el: 'Τι δεν ασφαλίζεται;', en: 'What is not insured?' },
    restrictions: { el: 'Υπάρχουν περιορισμοί στην κάλυψη;', en: 'Are there any restrictions on cover?' },
    where: { el: 'Πού είμαι καλυμμένος;', en: 'Where am I covered?' },
    obligations: { el: 'Τι υποχρεώσεις έχω;', en: 'What are my obligations?' },
    payment: { el: 'Πότε και πώς πληρώνω;', en: 'When and how do I pay?' },
    term: { el: 'Πότε αρχίζει και πότε λήγει η κάλυψη;', en: 'When does the cover start and end?' },
    cancellation: { el: 'Πώς μπορώ να λύσω τη σύμβαση;', en: 'How do I cancel the contract?' },
  },
  reference: {
    el: (reference: string) => `Έκδοση ${reference}`,
    en: (reference: string) => `Version ${reference}`,
  },
});

export type IpidTexts = (typeof IPID_TEXTS)['el'];
