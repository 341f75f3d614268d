import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';

const CATEGORIES: Readonly<Record<string, string>> = {
  car: 'A',
  camper: 'A',
  motorcycle: 'B',
  lcv: 'C',
  truck: 'C',
  tractor: 'C',
  moped: 'D',
  bus: 'E',
  trailer: 'F',
};
const OTHER = 'G';

/** Finds the category on the international card by the type of the model, or else the first type of the usage. */
export function greenCardCategory(
  { usageCode, modelCode }: Pick<MotorQuestionnaire, 'usageCode' | 'modelCode'>,
  lists: ReferenceLists,
): string {
  const model = modelCode === undefined ? undefined : lists.item('vehicleModels', modelCode);
  const type = model?.vehicleType ?? lists.item('vehicleUsages', usageCode)?.vehicleTypes[0];
  return CATEGORIES[type ?? ''] ?? OTHER;
}
