import type { LegalTextsRequest } from '../../src/backoffice/administration/settings/legal-texts.dto.js';

const both = (el: string, en: string) => ({ el, en });
const contact = { phone: '+30 210 1111111', address: both('Ερμού 1, Αθήνα', '1 Ermou St., Athens'), email: 'claims@insurer.gr' };

function ofLine(el: string, en: string, friendlySettlementPhone: string | null) {
  return {
    generalConditions: { title: both(`Όροι ${el}`, `Terms ${en}`), reference: 'ΓΟ-9', version: '2026-9', url: 'https://insurer.gr/terms' },
    claims: {
      ...contact,
      text: both('Αναγγείλτε τη ζημιά.', 'Report the loss.'),
      hours: both('08:00–20:00', '08:00–20:00'),
      friendlySettlementPhone,
    },
  };
}

/** Builds legal texts that differ from the initial ones. */
export function legalTexts(): LegalTextsRequest {
  return {
    fire: ofLine('πυρός', 'fire', null),
    motor: ofLine('αυτοκινήτου', 'motor', '+30 210 2222222'),
    withdrawal: {
      days: 15,
      text: both('Υπαναχώρηση εντός {days} ημερών.', 'Withdraw within {days} days.'),
      form: both('Υπαναχωρώ από το {policyNo}.', 'I withdraw from {policyNo}.'),
    },
    objection: {
      days: 16,
      text: both('Εναντίωση εντός {days} ημερών.', 'Object within {days} days.'),
      form: both('Εναντιώνομαι στο {policyNo}.', 'I object to {policyNo}.'),
    },
    complaints: {
      ...contact,
      days: 45,
      department: both('Τμήμα Παραπόνων', 'Complaints'),
      text: both('Απάντηση εντός {days} ημερών.', 'An answer within {days} days.'),
    },
    outOfCourt: both('Συνήγορος του Καταναλωτή.', 'Consumers’ Ombudsman.'),
  };
}
