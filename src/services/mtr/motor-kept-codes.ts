import type { MotorQuestionnaire } from '../../record/lines/motor-questionnaire.js';
import { codesIn } from '../../record/reference/kept-codes.js';
import type { KeptCode } from '../../record/reference/reference-lists.js';

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

/** The codes of a stored application; an update accepts them although they were retired since (input.8). */
export function keptCodesOf(questionnaire: MotorQuestionnaire): KeptCode[] {
  const { client, insured } = questionnaire;
  return [
    ...codesIn(questionnaire, APPLICATION_LISTS),
    ...codesIn(client, PERSON_LISTS),
    ...(insured ? codesIn(insured, PERSON_LISTS) : []),
    ...(questionnaire.drivers ?? []).flatMap((driver) => codesIn(driver, { licenceType: 'licenceTypes' })),
  ];
}
