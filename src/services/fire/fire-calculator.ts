import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { OperationContext } from '../../common/caller.js';
import { calculate } from '../../pricing/calculate.js';
import { buildFireFacts } from '../../pricing/fire-facts.js';
import type { FireReference, FireRisk } from '../../pricing/fire-risk.js';
import type { FireObject, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import { hashRisk, type Approval } from '../../record/core/applications/approval.js';
import { calculateApplication, type CalculatedApplication } from '../../record/core/applications/calculated-application.js';
import type { CalculatedChange, LineChange } from '../../record/core/lines/change.js';
import { calculateChangedPolicy, type Since } from '../../record/core/lines/changed-policy.js';
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

  calculate(context: OperationContext, questionnaire: FireQuestionnaire, approval: Approval | null): CalculatedApplication {
    const { start_date: startDate, pay_frequency_in_months: payFrequencyMonths, client } = questionnaire;
    return calculateApplication(context, {
      startDate,
      payFrequencyMonths,
      client: { afm: client.afm, lastName: client.last_name, firstName: client.first_name },
      approval,
      riskHash: () => this.riskHash(questionnaire),
      tariff: this.tariffs.pick(context.environment, BRANCH, startDate),
      calculate: (tariff, terms) =>
        calculate(
          buildFireFacts(toFireRisk(questionnaire), tariff, buildFireReference(this.lists), toLocalDate(context.at)),
          tariff,
          terms,
        ),
    });
  }

  calculateChange({ environment }: Pick<OperationContext, 'environment'>, change: LineChange<'fire'>): CalculatedChange {
    const tariff = this.tariffs.get(environment, change.tariff);
    const reference = buildFireReference(this.lists);
    return calculateChangedPolicy(change, {
      tariff,
      // Passes the start as today, because a past start is valid here.
      buildFacts: (questionnaire, since) => buildFireFacts(toDatedRisk(questionnaire, since), tariff, reference, questionnaire.start_date),
      listObjectIds: ({ objects_insured: objects }) => objects.map(({ object_id: id }) => id),
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

/** Dates the years of a moved or rebuilt object, and the claims of a new one, at its change. */
function toDatedRisk(questionnaire: FireQuestionnaire, since: Since<FireQuestionnaire>): FireRisk {
  const risk = toFireRisk(questionnaire);
  const objects = risk.objects.map((object, index) => {
    const id = questionnaire.objects_insured[index]?.object_id;
    const find = ({ objects_insured: all }: FireQuestionnaire) => all.find((other) => other.object_id === id);
    return {
      ...object,
      yearsAsOf: since((other) => readBuilding(find(other))),
      claimsAsOf: since((other) => find(other)?.claims_history),
    };
  });
  return { ...risk, objects };
}

function readBuilding(object: FireObject | undefined): unknown {
  if (!object) return undefined;
  const { address, address_number: number, city, post_code: postcode, building_year: year, building_year_piping: pipingYear } = object;
  return [address, number, city, postcode, year, pipingYear];
}
