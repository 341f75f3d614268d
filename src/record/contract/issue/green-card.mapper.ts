import { addDays } from '../../../common/athens.js';
import { toLatinText } from '../../../common/latin-text.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { GreenCardDocument, PrintedCountry } from '../../core/documents/rendering/green-card.types.js';
import type { PersonDetails, PrintedPeriod } from '../../core/documents/rendering/documents.types.js';
import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { toPrintedHead, type PrintedFacts } from './policy-document.mapper.js';

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

type Vehicle = Pick<ApplicationRecord<'motor'>, 'applicationNo' | 'policyNo' | 'plateNo' | 'questionnaire'> & {
  /** The end is the first day without cover. */
  readonly period: PrintedPeriod;
  readonly insurerCode: string;
};

/** Uses Latin letters for readers abroad (documents.21). */
export function toGreenCardDocument(
  facts: PrintedFacts,
  { applicationNo, policyNo, plateNo, period, questionnaire, insurerCode }: Vehicle,
  lists: ReferenceLists,
): GreenCardDocument {
  const { name, address } = facts.insurer;
  return {
    ...toPrintedHead(facts),
    policyNo: policyNo ?? applicationNo,
    insurerCode,
    plateNo,
    chassisNo: questionnaire.frameNumber ?? null,
    category: getGreenCardCategory(questionnaire, lists),
    make: toMake(questionnaire, lists),
    policyholder: toBothAlphabets(facts.contract.client),
    issuer: [...new Set([name.el, address.el, name.en, address.en])],
    // Cover ends at the beginning of the end date; a card covers its last day.
    period: { start: period.start, end: addDays(period.end, -1) },
    countries: lists
      .all('greenCardCountries')
      .filter(({ active }) => active)
      .map((country): PrintedCountry => ({
        sign: country.code,
        title: `${country.title} · ${country.titleEn}`,
        isEea: country.eea,
        isCovered: country.covered,
        limit: country.limit === undefined ? null : [country.limit, country.limitEn].filter(Boolean).join(' · '),
      })),
  };
}

function toMake({ makeCode, modelCode, factoryName }: MotorQuestionnaire, lists: ReferenceLists): string {
  const make = makeCode === undefined ? undefined : lists.title('vehicleMakes', makeCode)?.el;
  const model = modelCode === undefined ? undefined : lists.title('vehicleModels', modelCode)?.el;
  return toLatinText([make ?? factoryName, model].filter(Boolean).join(' '));
}

function toBothAlphabets({ name, address }: PersonDetails): string[] {
  const greek = [name, address].filter((text) => text != null);
  return [...new Set([...greek, ...greek.map(toLatinText)])];
}

export function getGreenCardCategory(
  { usageCode, modelCode }: Pick<MotorQuestionnaire, 'usageCode' | 'modelCode'>,
  lists: ReferenceLists,
): string {
  const model = modelCode === undefined ? undefined : lists.item('vehicleModels', modelCode);
  const type = model?.vehicleType ?? lists.item('vehicleUsages', usageCode)?.vehicleTypes[0];
  return CATEGORIES[type ?? ''] ?? OTHER;
}
