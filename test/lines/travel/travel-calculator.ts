import { toLocalDate, type LocalDate } from '../../../src/common/athens.js';
import { toDecimal } from '../../../src/common/money.js';
import { calculate } from '../../../src/pricing/calculate.js';
import { toFlag, isStartDateInvalid, type Facts } from '../../../src/pricing/facts.js';
import { buildSelection } from '../../../src/pricing/selection.js';
import type { Tariff } from '../../../src/pricing/tariff.js';
import type { OperationContext } from '../../../src/common/caller.js';
import { hashRisk, type Approval } from '../../../src/record/core/applications/approval.js';
import { calculateApplication, type CalculatedApplication } from '../../../src/record/core/applications/calculated-application.js';
import type { CalculatedChange, LineChange } from '../../../src/record/core/lines/change.js';
import { calculateChangedPolicy } from '../../../src/record/core/lines/changed-policy.js';
import type { LineCalculator } from '../../../src/record/core/lines/line.js';
import { TariffService } from '../../../src/record/reference/tariffs/tariff.service.js';
import type { TravelQuestionnaire } from './travel-questionnaire.js';

const BUNDLE = 'T';

export class TravelCalculator implements LineCalculator<'travel'> {
  private readonly tariffs: TariffService;

  constructor(tariffs: TariffService) {
    this.tariffs = tariffs;
  }

  calculate(context: OperationContext, questionnaire: TravelQuestionnaire, approval: Approval | null): CalculatedApplication {
    const { start_date: startDate, client } = questionnaire;
    const tariff = this.tariffs.pick(context.environment, 'TRAVEL', startDate);
    return calculateApplication(context, {
      startDate,
      payFrequencyMonths: 12,
      client: { afm: client.afm, lastName: client.last_name, firstName: client.first_name },
      tariff,
      approval,
      riskHash: () => this.riskHash(questionnaire),
      calculate: (of, terms) => calculate(factsOf(questionnaire, of, toLocalDate(context.at)), of, terms),
    });
  }

  calculateChange({ environment }: Pick<OperationContext, 'environment'>, change: LineChange<'travel'>): CalculatedChange {
    const tariff = this.tariffs.get(environment, change.tariff);
    return calculateChangedPolicy(change, {
      tariff,
      buildFacts: (questionnaire) => factsOf(questionnaire, tariff, questionnaire.start_date),
      listObjectIds: () => [1],
    });
  }

  riskHash({ client, ...rated }: TravelQuestionnaire): string {
    return hashRisk({ rated, place: [], afms: [client.afm] });
  }
}

function factsOf(questionnaire: TravelQuestionnaire, tariff: Tariff, today: LocalDate): Facts {
  const { start_date: startDate, destination, travellers, sum_insured: sumInsured } = questionnaire;
  return {
    branch: 'TRAVEL',
    startDate,
    payFrequencyInMonths: 12,
    application: { startDateInvalid: toFlag(isStartDateInvalid(startDate, today)) },
    objects: [
      {
        where: 'application',
        values: { destination, travellers: toDecimal(travellers) },
        discounts: [],
        sums: [{ group: null, amount: toDecimal(sumInsured) }],
        selection: buildSelection(tariff.bundles.get(BUNDLE), []),
      },
    ],
  };
}
