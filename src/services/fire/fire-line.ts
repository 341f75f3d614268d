import { Injectable } from '@nestjs/common';
import type { Language, Text } from '../../common/language.js';
import { RiskItemIdRepository } from '../../record/core/applications/risk-item-id.repository.js';
import type { Contract, Line, LineRenewer } from '../../record/core/lines/line.js';
import { LineRegistry } from '../../record/core/lines/line-registry.js';
import { toFireResponse } from './fire-application.mapper.js';
import { FireCalculator } from './fire-calculator.js';
import { findForbiddenFireChanges, listChangeableFireFields } from './fire-changes.js';
import { buildFireContract } from './fire-contract.js';
import { FIRE_FORM } from './fire-form.js';
import { assignItemIds } from './fire-item-ids.js';
import { toFirePersons } from './fire-persons.mapper.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';
import type { Tariff } from '../../pricing/tariff.js';
import { getPrintedWords } from '../../record/contract/issue/printed-words.js';
import type { FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

@Injectable()
export class FireLine implements Line<'fire'> {
  readonly code = 'fire';
  readonly fieldsOfTerm = [];
  readonly personsOf = toFirePersons;
  readonly form = FIRE_FORM;
  readonly toResponse = toFireResponse;
  readonly findForbiddenChanges = findForbiddenFireChanges;
  readonly listChangeableFields = listChangeableFireFields;
  readonly renewer: LineRenewer<'fire'> = {
    nextYear: async ({ environment }, { questionnaire, endDate }) => ({
      questionnaire: await assignItemIds({ ...questionnaire, start_date: endDate }, (count) => this.ids.claimIds(environment, count)),
    }),
  };

  constructor(
    readonly reader: FireQuestionnaireReader,
    readonly calculator: FireCalculator,
    private readonly ids: RiskItemIdRepository,
    private readonly lists: ReferenceLists,
    lines: LineRegistry,
  ) {
    lines.register(this);
  }

  contractOf(questionnaire: FireQuestionnaire, language: Language, tariff?: Tariff): Contract {
    return buildFireContract(questionnaire, getPrintedWords(this.lists, language), tariff);
  }

  creditorsOf({ objects_insured: objects }: FireQuestionnaire): Text[] {
    const banks = new Set(objects.flatMap(({ mortgages_loans: loans }) => loans.map(({ bank_id: bank }) => bank)));
    return [...banks].map((bank) => this.lists.title('banks', bank) ?? { el: bank, en: bank });
  }

  listRiskKinds({ objects_insured: objects }: FireQuestionnaire): string[] {
    return objects.map(({ kind_of_risk: kind }) => kind);
  }

  listBundles({ objects_insured: objects }: FireQuestionnaire): string[] {
    return [...new Set(objects.map((object) => object.bundle_code))];
  }

  listDiscounts({ objects_insured: objects }: FireQuestionnaire): readonly (readonly string[])[] {
    return objects.map(({ discounts = [] }) => discounts);
  }

  plateOf(): null {
    return null;
  }
}
