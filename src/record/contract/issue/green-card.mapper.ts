import { addDays } from '../../../common/athens.js';
import { toLatinText } from '../../../common/latin-text.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { GreenCardDocument, PersonDetails, PrintedCountry } from '../../core/documents/rendering/documents.types.js';
import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { greenCardCategory } from './green-card-category.js';
import { toPrintedHead, type PrintedFacts } from './policy-document.mapper.js';

/** The insured vehicle, and who insures it. */
type Vehicle = Pick<ApplicationRecord<'motor'>, 'applicationNo' | 'policyNo' | 'plateNo' | 'startDate' | 'endDate' | 'questionnaire'> & {
  readonly insurerCode: string;
};

/** The green card: what is read abroad stands in Latin letters too (documents.21). */
export function toGreenCardDocument(
  facts: PrintedFacts,
  { applicationNo, policyNo, plateNo, startDate, endDate, questionnaire, insurerCode }: Vehicle,
  lists: ReferenceLists,
): GreenCardDocument {
  const { name, address } = facts.insurer;
  return {
    ...toPrintedHead(facts),
    policyNo: policyNo ?? applicationNo,
    insurerCode,
    plateNo,
    chassisNo: questionnaire.frameNumber ?? null,
    category: greenCardCategory(questionnaire, lists),
    make: makeOf(questionnaire, lists),
    policyholder: inBothLetters(facts.contract.client),
    issuer: [...new Set([name.el, address.el, name.en, address.en])],
    // Both dates of a card are inside; the policy ends as its end date begins.
    period: { start: startDate, end: addDays(endDate, -1) },
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

function makeOf({ makeCode, modelCode, factoryName }: MotorQuestionnaire, lists: ReferenceLists): string {
  const make = makeCode === undefined ? undefined : lists.title('vehicleMakes', makeCode)?.el;
  const model = modelCode === undefined ? undefined : lists.title('vehicleModels', modelCode)?.el;
  return toLatinText([make ?? factoryName, model].filter(Boolean).join(' '));
}

/** Name and address as the policy has them, and in Latin letters where that is another text. */
function inBothLetters({ name, address }: PersonDetails): string[] {
  const greek = [name, address].filter((text) => text != null);
  return [...new Set([...greek, ...greek.map(toLatinText)])];
}
