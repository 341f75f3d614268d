import type { MotorReference, MotorRisk } from '../../pricing/motor-risk.js';
import type { MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

type Rated = Partial<Omit<MotorQuestionnaire, 'policyStartDate' | 'payFrequencyInMonths'>> &
  Pick<MotorQuestionnaire, 'policyStartDate' | 'payFrequencyInMonths' | 'usageCode'>;

export function toMotorRisk(questionnaire: Rated): MotorRisk {
  const { policyStartDate, payFrequencyInMonths, usageCode, bundleCode = '', plateNo, regionPostcode } = questionnaire;
  const { makeCode, modelCode, manufactureYear, engineCc, powerInKw, grossWeight, taxableHp, fuelType, autonomousType } = questionnaire;
  const { insuredValue, deductible, bonusMalus, driverBirthYear, driverLicenceDate } = questionnaire;
  const { extraCovers, swappableCovers, discountCodes } = questionnaire;
  // Without spreads, which would take a hundred times as long.
  return {
    policyStartDate,
    payFrequencyInMonths,
    usageCode,
    bundleCode,
    plateNo,
    regionPostcode,
    makeCode,
    modelCode,
    manufactureYear,
    engineCc,
    powerInKw,
    grossWeight,
    taxableHp,
    fuelType,
    autonomousType,
    insuredValue,
    deductible,
    bonusMalus,
    driverBirthYear,
    driverLicenceDate,
    extraCovers,
    swappableCovers,
    discountCodes,
  };
}

export function buildMotorReference(
  { modelCode }: Pick<MotorRisk, 'modelCode'>,
  known: Pick<MotorReference, 'registryBonusMalus' | 'isCompany' | 'frameNumber'>,
  lists: ReferenceLists,
): MotorReference {
  const model = modelCode ? lists.item('vehicleModels', modelCode) : undefined;
  return {
    prefectureOf: (postcode) => lists.prefectureOf(postcode),
    ...known,
    model: model && { engineCc: model.engineCc, powerInKw: model.powerKw, fuelType: model.fuelCode },
  };
}
