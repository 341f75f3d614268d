import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../common/caller.js';
import type { ApplicationRecord } from '../../record/applications/application.js';
import type { FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import type { LineRenewer, NextYear } from '../../record/applications/line-renewers.js';
import { RiskItemIds } from '../../record/applications/risk-item-ids.js';
import { withItemIds } from './fire-item-ids.js';
import { toPersons } from './fire-persons.mapper.js';

/** A fire policy's next year: the same objects from the anniversary on. */
@Injectable()
export class FireRenewer implements LineRenewer {
  constructor(private readonly ids: RiskItemIds) {}

  async nextYear({ environment }: Occasion, policy: ApplicationRecord): Promise<NextYear> {
    const former = policy.questionnaire as FireQuestionnaire;
    const questionnaire = await withItemIds({ ...former, start_date: policy.endDate }, (count) => this.ids.take(environment, count));
    return { questionnaire, persons: toPersons(questionnaire) };
  }
}
