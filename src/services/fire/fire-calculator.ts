import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDate } from '../../common/athens.js';
import type { Occasion } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { calculate } from '../../pricing/calculate.js';
import { fireFacts } from '../../pricing/fire-facts.js';
import type { FireReference } from '../../pricing/fire-risk.js';
import type { FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import { approvalFor, riskHash, type Approval } from '../../record/applications/approval.js';
import { calculationMessages, NO_TARIFF, statusUnder } from '../../record/applications/calculated-application.js';
import type { CalculatedApplication, LineCalculator } from '../../record/applications/line-calculators.js';
import { referenceLists } from '../../record/reference/reference-lists.js';
import { Tariffs } from '../../record/tariffs/tariffs.js';
import type { TariffCodes } from './fire-consistency.js';
import { toFireRisk } from './fire-risk.mapper.js';

/** What rating asks of the reference lists. */
export const fireReference: FireReference = {
  prefectureOf: (postcode) => referenceLists.prefectureOf(postcode),
  hazardClassOf: (subkind) => referenceLists.item('subkindsOfRisk', subkind)?.hazardClass,
  get marketingConsents() {
    return referenceLists.all('marketingConsents').filter(({ active }) => active);
  },
};

/** Prices fire questionnaires with the tariff of their start date. */
@Injectable()
export class FireCalculator implements LineCalculator {
  constructor(private readonly tariffs: Tariffs) {}

  /** An approval counts for the risk it was given for: then its terms apply, and what was referred may proceed. */
  calculate({ environment, at }: Occasion, questionnaire: FireQuestionnaire, approval: Approval | null): CalculatedApplication {
    const tariff = this.tariffs.pick(environment, 'FIRE', questionnaire.start_date);
    const valid = approvalFor(approval, () => this.riskHash(questionnaire));
    const calculation = tariff
      ? calculate(fireFacts(toFireRisk(questionnaire), tariff, fireReference, toLocalDate(at)), tariff, valid?.terms)
      : NO_TARIFF;
    const { client } = questionnaire;
    return {
      status: statusUnder(valid, calculation),
      tariff,
      fields: {
        startDate: questionnaire.start_date,
        endDate: addMonths(questionnaire.start_date, 12),
        payFrequencyMonths: questionnaire.pay_frequency_in_months,
        clientAfm: client.afm,
        clientName: [client.last_name, client.first_name].filter(Boolean).join(' '),
        price: calculation.price,
        enfiaEligible: calculation.enfiaEligible,
        messages: calculationMessages(valid, calculation, tariff),
        calculatedAt: at,
      },
    };
  }

  /** Another person, address or sum makes another risk (applications.11). */
  riskHash(questionnaire: FireQuestionnaire): string {
    const { client, insured, objects_insured: objects } = questionnaire;
    return riskHash({
      rated: toFireRisk(questionnaire),
      place: objects.flatMap(({ address, address_number: number = '', city, post_code: postcode }) => [address, number, city, postcode]),
      afms: [client, insured, ...objects.flatMap((object) => object['co-owners'])].map(({ afm }) => afm),
    });
  }

  /** The codes that any fire tariff of the environment knows, whatever its dates. */
  knownCodes(environment: Environment): TariffCodes {
    const tariffs = this.tariffs.all(environment, 'FIRE');
    return {
      bundles: new Set(tariffs.flatMap((tariff) => [...tariff.bundles.keys()])),
      covers: new Set(tariffs.flatMap((tariff) => [...tariff.covers.keys()])),
      discounts: new Set(tariffs.flatMap((tariff) => [...tariff.discounts.keys()])),
    };
  }
}
