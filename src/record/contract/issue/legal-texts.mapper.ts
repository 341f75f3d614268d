import type { Language, Text } from '../../../common/language.js';
import type { PrintedLegalTexts, PrintedRight } from '../../core/documents/rendering/documents.types.js';
import {
  fillIn,
  findLineTexts,
  type ClaimTexts,
  type GeneralConditions,
  type LegalTexts,
  type RightTexts,
} from '../../reference/settings/legal-texts.js';
import type { Insurer } from '../../reference/settings/settings.service.js';

interface Facts {
  readonly application: { readonly line: string };
  readonly insurer: Insurer;
  readonly legalTexts: LegalTexts;
  readonly language: Language;
}

export function toPrivacyNotice({ insurer, legalTexts, language }: Omit<Facts, 'application'>): string {
  return fillIn(legalTexts.privacyNotice[language], toNames(insurer, language));
}

export function toLegalTexts(facts: Facts, policyNo: string): PrintedLegalTexts {
  const { application, insurer, legalTexts, language } = facts;
  const { withdrawal, objection, complaints, outOfCourt, version } = legalTexts;
  const ofLine = findLineTexts(legalTexts, application.line);
  const names = { ...toNames(insurer, language), policyNo };
  const fill = (text: Text, days?: number): string => fillIn(text[language], days === undefined ? names : { ...names, days: String(days) });
  const right = ({ days, text, form }: RightTexts): PrintedRight => ({ text: fill(text, days), form: fill(form, days) });
  const conditions = ({ title, reference, version: conditionsVersion, url }: GeneralConditions) => {
    return { title: title[language], reference, version: conditionsVersion, url };
  };
  const claims = ({ text, hours, address, ...contact }: ClaimTexts) => {
    return { ...contact, text: fill(text), hours: hours[language], address: address[language] };
  };
  return {
    version,
    ...(ofLine && { generalConditions: conditions(ofLine.generalConditions), claims: claims(ofLine.claims) }),
    objection: right(objection),
    withdrawal: right(withdrawal),
    complaints: {
      text: fill(complaints.text, complaints.days),
      department: complaints.department[language],
      phone: complaints.phone,
      address: complaints.address[language],
      email: complaints.email,
    },
    outOfCourt: fill(outOfCourt),
  };
}

function toNames({ name, address, email }: Insurer, language: Language) {
  return { insurer: name[language], address: address[language], email };
}
