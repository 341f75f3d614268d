import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { Occasion } from '../../common/caller.js';
import { calculate } from '../../pricing/calculate.js';
import { buildFireFacts } from '../../pricing/fire-facts.js';
import type { FireReference } from '../../pricing/fire-risk.js';
import type { FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import { hashRisk, type Approval } from '../../record/core/applications/approval.js';
import { calculateApplication, type CalculatedApplication } from '../../record/core/applications/calculated-application.js';
import type { LineCalculator } from '../../record/core/lines/line.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { toFireRisk } from './fire-risk.mapper.js';

const BRANCH = 'FIRE';

export function buildFireReference(lists: ReferenceLists): FireReference {
  return {
    prefectureOf: (postcode) => lists.prefectureOf(postcode),
    hazardClassOf: (subkind) => lists.item('subkindsOfRisk', subkind)?.hazardClass,
    get marketingConsents() {
      return lists.all('marketingConsents').filter(({ active }) => active);
    },
  };
}

@Injectable()
export class FireCalculator implements LineCalculator<'fire'> {
  constructor(
    private readonly tariffs: TariffService,
    private readonly lists: ReferenceLists,
  ) {}

  calculate(occasion: Occasion, questionnaire: FireQuestionnaire, approval: Approval | null): CalculatedApplication {
    const { start_date: startDate, pay_frequency_in_months: payFrequencyMonths, client } = questionnaire;
    return calculateApplication(occasion, {
      startDate,
      payFrequencyMonths,
      client: { afm: client.afm, lastName: client.last_name, firstName: client.first_name },
      approval,
      riskHash: () => this.riskHash(questionnaire),
      tariff: this.tariffs.pick(occasion.environment, BRANCH, startDate),
      calculate: (tariff, terms) =>
        calculate(
          buildFireFacts(toFireRisk(questionnaire), tariff, buildFireReference(this.lists), toLocalDate(occasion.at)),
          tariff,
          terms,
        ),
    });
  }

  /** Hashes persons, addresses and rated fields, to detect a change of the risk (applications.11). */
  riskHash(questionnaire: FireQuestionnaire): string {
    const { client, insured, objects_insured: objects } = questionnaire;
    return hashRisk({
      rated: toFireRisk(questionnaire),
      place: objects.flatMap(({ address, address_number: number = '', city, post_code: postcode }) => [address, number, city, postcode]),
      afms: [client, insured, ...objects.flatMap((object) => object['co-owners'])].map(({ afm }) => afm),
    });
  }
}
