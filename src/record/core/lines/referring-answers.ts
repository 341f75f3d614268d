import type { Tariff } from '../../../pricing/tariff-model.js';
import type { RecordMessage } from '../applications/application.js';

const FIELDS_OF_FACTS: Readonly<Record<string, readonly string[]>> = {
  autonomousLevel: ['autonomousType'],
  bonusMalus: ['bonusMalus'],
  bonusMalusBetterThanRegistry: ['bonusMalus'],
  buildingSumPerSqm: ['insured_value', 'square_meters'],
  claimsAmount: ['claim_date', 'claim_amount'],
  claimsCount: ['claim_date', 'claim_amount'],
  covers: ['bundle_code', 'extra_covers', 'bundleCode', 'extraCovers'],
  driverAge: ['driverBirthYear'],
  engineCc: ['engineCc'],
  grossWeight: ['grossWeight'],
  hazardClass: ['subkind_of_risk'],
  illegal: ['illegal'],
  insuredValue: ['insuredValue'],
  isOwner: ['is_owner_building'],
  kind: ['kind_of_risk'],
  licenceYears: ['driverLicenceDate'],
  metersFromRiver: ['meters_from_river'],
  pipingAge: ['building_year_piping'],
  powerInKw: ['powerInKw'],
  prefecture: ['post_code'],
  referralDiscount: ['discounts', 'discountCodes'],
  roof: ['roof_construction'],
  seismicYear: ['building_commencement_year', 'building_year'],
  seismicZone: ['post_code'],
  skeleton: ['construction_of_skeleton'],
  subkind: ['subkind_of_risk'],
  sumInsured: ['insured_value'],
  usage: ['usageCode'],
  vehicleAge: ['manufactureYear'],
};

export function findReferringRules(messages: readonly RecordMessage[], tariff: Tariff): (path: string) => string[] {
  const rules = new Map([...tariff.rules.application, ...tariff.rules.object].map((rule) => [rule.code, rule]));
  const causes = messages
    .filter(({ severity }) => severity === 'referral')
    .map(({ code, path }) => {
      const facts = rules.get(code)?.all.map(({ fact }) => fact) ?? [];
      return {
        code,
        object: /^objects_insured\[\d+\]/.exec(path)?.[0] ?? '',
        fields: facts.flatMap((fact) => FIELDS_OF_FACTS[fact] ?? []),
      };
    });
  return (path) => {
    const segments = path.replaceAll(/\[\d+\]/g, '').split('.');
    const isCause = ({ object, fields }: (typeof causes)[number]): boolean =>
      path.startsWith(object) && segments.some((segment) => fields.includes(segment));
    return [...new Set(causes.filter(isCause).map(({ code }) => code))];
  };
}
