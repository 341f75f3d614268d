import type { LegalTextsRequest } from '../../src/backoffice/administration/settings/legal-texts.dto.js';

const toBothLanguages = (el: string, en: string) => ({ el, en });
const contact = { phone: '+30 210 1111111', address: toBothLanguages('Ερμού 1, Αθήνα', '1 Ermou St., Athens'), email: 'claims@insurer.gr' };

function buildLineTexts(el: string, en: string, friendlySettlementPhone: string | null) {
  return {
    generalConditions: {
      title: toBothLanguages(`Όροι ${el}`, `Terms ${en}`),
      reference: 'ΓΟ-9',
      version: '2026-9',
      url: 'https://insurer.gr/terms',
    },
    claims: {
      ...contact,
      text: toBothLanguages('Αναγγείλτε τη ζημιά.', 'Report the loss.'),
      hours: toBothLanguages('08:00–20:00', '08:00–20:00'),
      friendlySettlementPhone,
    },
  };
}

/** Builds legal texts that differ from the initial ones. */
export function buildLegalTexts(): LegalTextsRequest {
  return {
    fire: buildLineTexts('πυρός', 'fire', null),
    motor: buildLineTexts('αυτοκινήτου', 'motor', '+30 210 2222222'),
    withdrawal: {
      days: 15,
      text: toBothLanguages('Υπαναχώρηση εντός {days} ημερών.', 'Withdraw within {days} days.'),
      form: toBothLanguages('Υπαναχωρώ από το {policyNo}.', 'I withdraw from {policyNo}.'),
    },
    objection: {
      days: 16,
      text: toBothLanguages('Εναντίωση εντός {days} ημερών.', 'Object within {days} days.'),
      form: toBothLanguages('Εναντιώνομαι στο {policyNo}.', 'I object to {policyNo}.'),
    },
    complaints: {
      ...contact,
      days: 45,
      department: toBothLanguages('Τμήμα Παραπόνων', 'Complaints'),
      text: toBothLanguages('Απάντηση εντός {days} ημερών.', 'An answer within {days} days.'),
    },
    outOfCourt: toBothLanguages('Συνήγορος του Καταναλωτή.', 'Consumers’ Ombudsman.'),
    privacyNotice: toBothLanguages('Υπεύθυνος είναι η {insurer}.\nΓράψτε στο {email}.', 'The controller is {insurer}.\nWrite to {email}.'),
  };
}
