import type { Violation } from '../../common/domain-error.js';
import { CHANGE_KINDS, CHANGES, type ChangeKind } from '../../record/core/lines/change.js';
import {
  CONTACT,
  COVER,
  IDENTITY,
  listChangeableFields,
  listForbiddenFields,
  NEVER,
  type FieldKinds,
} from '../../record/core/lines/field-kinds.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';

/** Fields that identify a vehicle. */
const VEHICLE: readonly ChangeKind[] = ['REPLACEMENT', 'CORRECTION'];
/** Fields that change during the life of a vehicle too: plate, engine, seats. */
const VEHICLE_STATE: readonly ChangeKind[] = ['CHANGE', 'REPLACEMENT', 'CORRECTION'];
const USE: readonly ChangeKind[] = ['CHANGE', 'REPLACEMENT', 'CORRECTION', 'SUCCESSION'];
const FINANCING: readonly ChangeKind[] = ['CHANGE', 'REPLACEMENT', 'CLAUSE', 'CORRECTION'];
const DRIVER: readonly ChangeKind[] = ['CHANGE', 'CORRECTION', 'SUCCESSION'];

type Person = Omit<MotorPerson, 'id'>;
type Sent = Omit<MotorQuestionnaire, 'client' | 'insured' | 'registryBonusMalus' | 'agentTitles'>;

const FIELDS: FieldKinds<Sent> = {
  policyStartDate: NEVER,
  payFrequencyInMonths: NEVER,
  rateCode: NEVER,
  commisionAgentCode: NEVER,
  serviceAgentCode: NEVER,
  indirectAgentCode: NEVER,
  frozen: NEVER,
  isSuspended: NEVER,
  bundleCode: COVER,
  extraCovers: COVER,
  swappableCovers: COVER,
  discountCodes: COVER,
  deductible: COVER,
  insuredValue: ['CHANGE', 'REPLACEMENT'],
  bonusMalus: DRIVER,
  usageCode: USE,
  usageSubcode: USE,
  regionPostcode: USE,
  plateNo: VEHICLE_STATE,
  frameNumber: VEHICLE_STATE,
  makeCode: VEHICLE,
  modelCode: VEHICLE,
  factoryName: VEHICLE,
  manufactureYear: VEHICLE,
  firstRegistrationDate: VEHICLE,
  engineCc: VEHICLE_STATE,
  powerInKw: VEHICLE_STATE,
  grossWeight: VEHICLE_STATE,
  taxableHp: VEHICLE_STATE,
  vehicleSeats: VEHICLE_STATE,
  fuelType: VEHICLE_STATE,
  autonomousType: VEHICLE_STATE,
  leaseType: FINANCING,
  financingEndDate: FINANCING,
  pawnerTitle: FINANCING,
  secondOwner: CHANGE_KINDS,
  driverName: DRIVER,
  driverBirthYear: DRIVER,
  driverLicenceType: DRIVER,
  driverLicenceDate: DRIVER,
  drivers: DRIVER,
  contactwayCode: CHANGE_KINDS,
  comments: CHANGE_KINDS,
};

const PERSON: FieldKinds<Person> = {
  personTypeCode: IDENTITY,
  lastName: IDENTITY,
  firstName: IDENTITY,
  fathersName: IDENTITY,
  birthdate: IDENTITY,
  genderCode: IDENTITY,
  afm: IDENTITY,
  amka: IDENTITY,
  jobCode: CONTACT,
  addressStreet: CONTACT,
  addressCity: CONTACT,
  addressPostcode: CONTACT,
  phone: CONTACT,
  mobile: CONTACT,
  email: CONTACT,
  doyCode: CONTACT,
  identityNo: CONTACT,
  identityDate: CONTACT,
  passport: CONTACT,
  citizenship: CONTACT,
  licenceType: CONTACT,
  licenceDate: CONTACT,
};

export function findForbiddenMotorChanges(before: MotorQuestionnaire, after: MotorQuestionnaire, kind: ChangeKind): Violation[] {
  return [
    ...listForbiddenFields<Sent>(before, after, FIELDS, kind, CHANGES),
    ...listForbiddenFields<Person>(before.client, after.client, PERSON, kind, `${CHANGES}.client`),
    ...listForbiddenFields<Person>(before.insured, after.insured, PERSON, kind, `${CHANGES}.insured`),
  ];
}

export function listChangeableMotorFields(kind: ChangeKind): string[] {
  return [
    ...listChangeableFields<Sent>(FIELDS, kind),
    ...listChangeableFields<Person>(PERSON, kind, 'client'),
    ...listChangeableFields<Person>(PERSON, kind, 'insured'),
  ];
}
