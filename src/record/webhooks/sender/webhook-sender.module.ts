import { Module } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { EventPublisher } from '../../events/event-publisher.js';
import { EventsModule } from '../../events/events.module.js';
import { WebhookNetworkModule } from '../network/webhook-network.module.js';
import { SecretsModule } from '../../secrets/secrets.module.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryClaimRepository } from './delivery-claim.repository.js';
import { DeliveryCleanupScheduler } from './delivery-cleanup.scheduler.js';
import { DeliveryOutcomeRepository } from './delivery-outcome.repository.js';
import { OutcomeJournal } from './outcome-journal.js';
import { ProgramGrants } from './program-grants.js';
import { ReceiverNames } from './receiver-names.js';
import { WebhookNoticeRepository } from './webhook-notice.repository.js';
import { WebhookSender } from './webhook-sender.js';

/** Delivers events to webhooks. */
@Module({
  imports: [EventsModule, WebhookNetworkModule, SecretsModule],
  providers: [
    DeliveryAttempt,
    DeliveryClaimRepository,
    DeliveryCleanupScheduler,
    DeliveryOutcomeRepository,
    OutcomeJournal,
    ProgramGrants,
    ReceiverNames,
    WebhookNoticeRepository,
    WebhookSender,
  ],
  exports: [WebhookSender, WebhookNoticeRepository],
})
export class WebhookSenderModule {
  /** Sends what this node publishes at once. */
  constructor(publisher: EventPublisher, sender: WebhookSender, { environments }: Config) {
    for (const environment of environments) publisher.published.on(environment, () => void sender.job.run(environment));
  }
}
