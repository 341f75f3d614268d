import type { LocalDate } from '../../common/athens.js';
import { buildCatalogueViolation, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import { findFutureDates } from '../../common/validation/future-dates.js';
import type { Checked } from '../../common/validation/checked.js';
import { parseCodes } from '../../pricing/code-list.js';
import { isSwappable } from '../../pricing/selection.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import type { TariffCodes } from '../../record/reference/tariffs/tariff.service.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const PERSON_DATES = ['birthdate', 'identityDate', 'licenceDate'] as const;

/** Checks fields against each other, if their own checks passed (motor.2, input.9). */
export function listMotorViolations(
  draft: Checked<MotorQuestionnaire>,
  codes: TariffCodes,
  { today, lists }: { readonly today: LocalDate; readonly lists: ReferenceLists },
  tariff: Tariff | undefined,
): Violation[] {
  return [
    ...listRatingViolations(draft, codes, lists, tariff),
    ...findFutureDates(draft.client, PERSON_DATES, today, 'client'),
    ...findFutureDates(draft.insured, PERSON_DATES, today, 'insured'),
    ...findFutureDates(draft, ['firstRegistrationDate'], today),
  ];
}

export function listRatingViolations(
  draft: Checked<MotorQuestionnaire>,
  codes: TariffCodes,
  lists: ReferenceLists,
  tariff: Tariff | undefined,
): Violation[] {
  const { bundleCode, extraCovers, discountCodes } = draft;
  return [
    ...parentViolations(draft, lists),
    ...(bundleCode === undefined || codes.bundles.has(bundleCode) ? [] : [buildCatalogueViolation('bundleCode', ErrorCode.UNKNOWN_BUNDLE)]),
    ...(parseCodes(extraCovers).every((code) => codes.covers.has(code))
      ? []
      : [buildCatalogueViolation('extraCovers', ErrorCode.UNKNOWN_COVER)]),
    ...(parseCodes(discountCodes).every((code) => codes.discounts.has(code))
      ? []
      : [buildCatalogueViolation('discountCodes', ErrorCode.UNKNOWN_DISCOUNT)]),
    ...swapViolations(draft, tariff),
  ];
}

function parentViolations(
  { usageCode, usageSubcode, makeCode, modelCode }: Checked<MotorQuestionnaire>,
  lists: ReferenceLists,
): Violation[] {
  const violations: Violation[] = [];
  const usage = usageCode === undefined ? undefined : { usageCode };
  if (usageSubcode !== undefined && usage && !lists.belongsTo('vehicleUsageSubcodes', usageSubcode, usage)) {
    violations.push({ path: 'usageSubcode', code: ErrorCode.UNKNOWN_CODE, text: NOT_OF_THE_USAGE });
  }
  const parents = { ...(makeCode === undefined ? {} : { makeCode }), ...(usageCode === undefined ? {} : { usageCodes: usageCode }) };
  if (modelCode !== undefined && !lists.belongsTo('vehicleModels', modelCode, parents)) {
    violations.push({ path: 'modelCode', code: ErrorCode.UNKNOWN_CODE, text: NOT_OF_THE_MAKE });
  }
  return violations;
}

function swapViolations({ bundleCode, swappableCovers = [] }: Checked<MotorQuestionnaire>, tariff: Tariff | undefined): Violation[] {
  const bundle = bundleCode === undefined ? undefined : tariff?.bundles.get(bundleCode);
  return swappableCovers.flatMap((swap, index) => {
    if (!bundle || swap?.out === undefined || swap.in === undefined || isSwappable(bundle, { out: swap.out, in: swap.in })) return [];
    return [{ path: `swappableCovers[${index}]`, code: ErrorCode.UNKNOWN_COVER, text: NOT_SWAPPABLE }];
  });
}

const NOT_OF_THE_USAGE: Text = {
  el: 'Η υποκατηγορία δεν ανήκει στη χρήση που δηλώθηκε.',
  en: 'The subcode does not belong to the declared usage.',
};
const NOT_OF_THE_MAKE: Text = {
  el: 'Το μοντέλο δεν ανήκει στη μάρκα ή στη χρήση που δηλώθηκε.',
  en: 'The model does not belong to the make and usage.',
};
const NOT_SWAPPABLE: Text = {
  el: 'Το πακέτο δεν επιτρέπει αυτή την αντικατάσταση κάλυψης.',
  en: 'The bundle does not allow this swap of covers.',
};
