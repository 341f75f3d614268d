import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';

/** The letters of the international card by type of vehicle; any other type is G. */
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

/** The category of a vehicle on the international card: by its model, whose type is known, else by the first type of its usage. */
export function greenCardCategory(
  { usageCode, modelCode }: Pick<MotorQuestionnaire, 'usageCode' | 'modelCode'>,
  lists: ReferenceLists,
): string {
  const model = modelCode === undefined ? undefined : lists.item('vehicleModels', modelCode);
  const type = model?.vehicleType ?? lists.item('vehicleUsages', usageCode)?.vehicleTypes[0];
  return CATEGORIES[type ?? ''] ?? OTHER;
}
