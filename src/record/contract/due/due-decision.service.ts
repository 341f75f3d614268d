import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationChange, ApplicationRecord, Actor } from '../../core/applications/application.js';
import type { Decision, Save } from '../../core/applications/application.service.js';
import { AmendmentDueService } from '../amendments/amendment-due.service.js';
import { CancellationService } from '../cancellation/cancellation.service.js';
import { RenewalPreparationService } from '../issue/renewal-preparation.service.js';
import type { DueItem } from './due.repository.js';
import { UnpaidNoticeService } from './unpaid-notice.service.js';

const DECISIONS: Readonly<
  Record<
    Exclude<DueItem['action'], 'cancel_mid_term' | 'prepare_renewal' | 'start_segment' | 'expire_amendment'>,
    { readonly change: ApplicationChange; readonly reason: string }
  >
> = {
  prepay_expires: { change: { payBy: null }, reason: 'PREPAY_EXPIRED' },
  acceptance_expires: { change: { acceptBy: null }, reason: 'NO_ANSWER' },
  instalment_unpaid: { change: {}, reason: 'INSTALMENT_UNPAID' },
  lapse: { change: {}, reason: 'INSTALMENT_UNPAID' },
  expire: { change: {}, reason: 'PERIOD_ENDED' },
  renewal_starts: { change: {}, reason: 'RENEWAL_STARTS' },
};

@Injectable()
export class DueDecisionService {
  constructor(
    private readonly cancellations: CancellationService,
    private readonly notices: UnpaidNoticeService,
    private readonly preparations: RenewalPreparationService,
    private readonly amendments: AmendmentDueService,
  ) {}

  async decide({ action }: DueItem, current: ApplicationRecord, by: Actor): Promise<Decision> {
    if (action === 'cancel_mid_term') return this.cancellations.decideScheduled(current, by);
    if (action === 'prepare_renewal') return this.preparations.decide(current, by);
    if (action === 'start_segment') return this.amendments.startSegment(current, by);
    if (action === 'expire_amendment') return this.amendments.expire(current, by);
    const within = async (tx: Transaction, save: Save): Promise<void> => {
      await save();
      if (action === 'lapse') await this.cancellations.lapse(tx, current, by.at);
      if (action === 'instalment_unpaid') await this.notices.give(tx, by, current);
    };
    return { ...DECISIONS[action], within };
  }
}
