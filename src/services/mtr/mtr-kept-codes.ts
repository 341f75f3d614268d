import type { MotorQuestionnaire } from '../../record/applications/motor-questionnaire.js';
import { keptCode, type KeptCode } from '../../record/reference/reference-lists.js';
import type { ListName } from '../../record/reference/registry.js';

const APPLICATION_LISTS = {
  usageCode: 'vehicleUsages',
  usageSubcode: 'vehicleUsageSubcodes',
  makeCode: 'vehicleMakes',
  modelCode: 'vehicleModels',
  fuelType: 'fuelTypes',
  autonomousType: 'autonomousTypes',
  leaseType: 'leaseTypes',
  driverLicenceType: 'licenceTypes',
  contactwayCode: 'contactWays',
} as const;
const PERSON_LISTS = {
  personTypeCode: 'personTypes',
  genderCode: 'genders',
  jobCode: 'jobs',
  doyCode: 'doy',
  citizenship: 'nationalities',
  licenceType: 'licenceTypes',
} as const;

/** The codes a stored application carries: they stay good in an update although they were retired since (input.8). */
export function keptCodesOf(questionnaire: MotorQuestionnaire): KeptCode[] {
  const { client, insured } = questionnaire;
  return [
    ...codesIn(questionnaire, APPLICATION_LISTS),
    ...codesIn(client, PERSON_LISTS),
    ...(insured ? codesIn(insured, PERSON_LISTS) : []),
    ...(questionnaire.drivers ?? []).flatMap((driver) => codesIn(driver, { licenceType: 'licenceTypes' })),
  ];
}

function codesIn(owner: object, lists: Readonly<Record<string, ListName>>): KeptCode[] {
  return Object.entries(lists).flatMap(([field, list]) => {
    const code = (owner as Readonly<Record<string, unknown>>)[field];
    return typeof code === 'string' ? [keptCode(list, code)] : [];
  });
}
