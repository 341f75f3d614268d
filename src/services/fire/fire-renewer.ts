import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../common/caller.js';
import type { ApplicationRecord } from '../../record/core/applications/application.js';
import { RiskItemIdRepository } from '../../record/core/applications/risk-item-id.repository.js';
import type { LineRenewer, NextYear } from '../../record/core/lines/line.js';
import { withItemIds } from './fire-item-ids.js';

/** A fire policy's next year: the same objects from the anniversary on. */
@Injectable()
export class FireRenewer implements LineRenewer<'fire'> {
  constructor(private readonly ids: RiskItemIdRepository) {}

  async nextYear({ environment }: Occasion, { questionnaire, endDate }: ApplicationRecord<'fire'>): Promise<NextYear<'fire'>> {
    return { questionnaire: await withItemIds({ ...questionnaire, start_date: endDate }, (count) => this.ids.take(environment, count)) };
  }
}
