import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ContractModule } from '../contract/contract.module.js';
import { CoreModule } from '../core/core.module.js';
import { MoneyModule } from '../money/money.module.js';
import { BooksRepository } from './books/books.repository.js';
import { ClosingRepository } from './books/closing.repository.js';
import { ClosingService } from './books/closing.service.js';
import { LedgerFold } from './books/ledger-fold.js';
import { ReconciliationRepository } from './books/reconciliation.repository.js';
import { EventFeed } from './events/event-feed.js';
import { EventFeedRepository } from './events/event-feed.repository.js';
import { EventLag } from './events/event-lag.js';
import { EventPublicationRepository } from './events/event-publication.repository.js';
import { EventPublisher } from './events/event-publisher.js';
import { EventRetention } from './events/event-retention.js';
import { EventWatch } from './events/event-watch.js';
import { LetterMailRepository } from './letters/letter-mail.repository.js';
import { LetterSender } from './letters/letter-sender.js';
import { OverviewFold } from './overview/overview-fold.js';
import { OverviewFoldRepository } from './overview/overview-fold.repository.js';
import { OverviewRepository } from './overview/overview.repository.js';
import { PortfolioService } from './portfolio/portfolio.service.js';
import { ReportService } from './reports/report.service.js';
import { BankItemService } from './statements/bank-item.service.js';
import { BankStatementRepository } from './statements/bank-statement.repository.js';
import { BankStatementService } from './statements/bank-statement.service.js';
import { StatementBookingService } from './statements/statement-booking.service.js';
import { WebhookNetworks } from './webhooks/network/webhook-networks.js';
import { DeliveryAttempt, ReceiverNames } from './webhooks/sender/delivery-attempt.js';
import { DeliveryClaimRepository } from './webhooks/sender/delivery-claim.repository.js';
import { DeliveryCleanupScheduler } from './webhooks/sender/delivery-cleanup.scheduler.js';
import { DeliveryOutcomeRepository } from './webhooks/sender/delivery-outcome.repository.js';
import { OutcomeJournal } from './webhooks/sender/outcome-journal.js';
import { WebhookNoticeRepository } from './webhooks/sender/webhook-notice.repository.js';
import { WebhookSender } from './webhooks/sender/webhook-sender.js';
import { WebhookDeliveryRepository } from './webhooks/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhooks/webhook-delivery.service.js';
import { WebhookRepository } from './webhooks/webhook.repository.js';
import { WebhookService } from './webhooks/webhook.service.js';

@Module({
  imports: [ContractModule, CoreModule, MoneyModule],
  providers: [
    BankItemService,
    BankStatementRepository,
    BankStatementService,
    BooksRepository,
    ClosingRepository,
    ClosingService,
    DeliveryAttempt,
    DeliveryClaimRepository,
    DeliveryCleanupScheduler,
    DeliveryOutcomeRepository,
    EventFeed,
    EventFeedRepository,
    EventLag,
    EventPublicationRepository,
    EventPublisher,
    EventRetention,
    EventWatch,
    LetterMailRepository,
    LetterSender,
    LedgerFold,
    OutcomeJournal,
    OverviewFold,
    OverviewFoldRepository,
    OverviewRepository,
    PortfolioService,
    ReceiverNames,
    ReconciliationRepository,
    ReportService,
    StatementBookingService,
    WebhookDeliveryRepository,
    WebhookDeliveryService,
    WebhookNetworks,
    WebhookNoticeRepository,
    WebhookRepository,
    WebhookSender,
    WebhookService,
  ],
  exports: [
    BankItemService,
    BankStatementRepository,
    BankStatementService,
    BooksRepository,
    ClosingService,
    EventFeed,
    EventLag,
    EventPublisher,
    EventRetention,
    EventWatch,
    LetterSender,
    LedgerFold,
    OverviewFold,
    OverviewRepository,
    PortfolioService,
    ReconciliationRepository,
    ReportService,
    StatementBookingService,
    WebhookDeliveryService,
    WebhookNetworks,
    WebhookNoticeRepository,
    WebhookSender,
    WebhookService,
  ],
})
export class ExchangeModule {
  constructor(publisher: EventPublisher, sender: WebhookSender, { environments }: Config) {
    for (const environment of environments) publisher.published.on(environment, () => void sender.job.run(environment));
  }
}
