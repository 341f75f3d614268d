import type { INestApplication, Type } from '@nestjs/common';
import { SessionService } from '../../src/identity/session.service.js';
import { OneTimeTokenService } from '../../src/backoffice/access/accounts/one-time-token.service.js';
import { PasswordResetService } from '../../src/backoffice/access/accounts/password-reset.service.js';
import { BackofficeCleanupScheduler } from '../../src/backoffice/administration/cleanup/backoffice-cleanup.scheduler.js';
import { KeyExpiryEventsScheduler } from '../../src/backoffice/access/keys/key-expiry-events.scheduler.js';
import { KeyNoticeMailer } from '../../src/backoffice/access/mail/key-notice.mailer.js';
import { UnusedKeysScheduler } from '../../src/backoffice/access/keys/unused-keys.scheduler.js';
import { PortfolioTransferWorker } from '../../src/backoffice/administration/portfolio-transfers/portfolio-transfer.worker.js';
import { SignupCleanupScheduler } from '../../src/backoffice/access/signup/signup-cleanup.scheduler.js';
import { RetentionService } from '../../src/backoffice/underwriting/parties/retention.service.js';
import { UserService } from '../../src/identity/user.service.js';
import { Clock } from '../../src/common/clock.js';
import { Bulkheads } from '../../src/config/bulkheads.js';
import { Config } from '../../src/config/config.js';
import { Uploads } from '../../src/gateway/body/uploads.js';
import { CachedResponseService } from '../../src/gateway/idempotency/cached-response.service.js';
import { CallLog } from '../../src/gateway/observability/call-log.js';
import { Metrics } from '../../src/gateway/observability/metrics.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { ApplicationRepository } from '../../src/record/core/applications/application.repository.js';
import { HistoryBlocksScheduler } from '../../src/record/core/applications/history-blocks.scheduler.js';
import { ApplicationService } from '../../src/record/core/applications/application.service.js';
import { BonusMalusRegistry } from '../../src/record/reference/bonus-malus/bonus-malus-registry.js';
import { DocumentArchiveRepository } from '../../src/record/core/documents/archive/document-archive.repository.js';
import { DocumentArchiver } from '../../src/record/core/documents/archive/document-archiver.js';
import { ObjectDeletionScheduler } from '../../src/record/core/documents/archive/object-deletion.scheduler.js';
import { PdfRenderer } from '../../src/record/core/documents/rendering/pdf-renderer.js';
import { DueRepository } from '../../src/record/contract/due/due.repository.js';
import { DueService } from '../../src/record/contract/due/due.service.js';
import { EventPublisher } from '../../src/record/exchange/events/event-publisher.js';
import { EventLag } from '../../src/record/exchange/events/event-lag.js';
import { EventWatch } from '../../src/record/exchange/events/event-watch.js';
import { Readiness } from '../../src/gateway/health/readiness.js';
import { ChargeService } from '../../src/record/contract/issue/charge.service.js';
import { PrintQueue } from '../../src/record/contract/issue/print-queue.js';
import { LedgerService } from '../../src/record/money/ledger/ledger.service.js';
import { ClosingService } from '../../src/record/exchange/books/closing.service.js';
import { LedgerFold } from '../../src/record/exchange/books/ledger-fold.js';
import { ReceiptNumbers } from '../../src/record/core/applications/receipt-numbers.js';
import { ReceiptRepository } from '../../src/record/money/ledger/receipt.repository.js';
import { OverviewFold } from '../../src/record/exchange/overview/overview-fold.js';
import { PartyRegisterRepository } from '../../src/record/core/parties/party-register.repository.js';
import { PartyRegisterScheduler } from '../../src/record/core/parties/party-register.scheduler.js';
import { ParameterRepository } from '../../src/record/reference/lists/parameter.repository.js';
import { SettingsService } from '../../src/record/reference/settings/settings.service.js';
import { TariffRepository } from '../../src/record/reference/tariffs/tariff.repository.js';
import { TariffService } from '../../src/record/reference/tariffs/tariff.service.js';
import { SecretBox } from '../../src/record/reference/secrets/secret-box.js';
import { DeliveryCleanupScheduler } from '../../src/record/exchange/webhooks/sender/delivery-cleanup.scheduler.js';
import { WebhookNoticeMailer } from '../../src/backoffice/access/mail/webhook-notice.mailer.js';
import { LineRegistry } from '../../src/record/core/lines/line-registry.js';
import { LetterSender } from '../../src/record/exchange/letters/letter-sender.js';
import { NoticeService } from '../../src/record/contract/notices/notice.service.js';
import { WebhookSender } from '../../src/record/exchange/webhooks/sender/webhook-sender.js';
import { AccessChangeWatcher } from '../../src/identity/access-change.watcher.js';
import { ApiKeyRegistry } from '../../src/identity/api-key-registry.js';
import { KeyUseRecorder } from '../../src/identity/key-use-recorder.js';
import { ConsoleProgramService } from '../../src/identity/console-program.service.js';
import { UserKeyService } from '../../src/identity/user-key.service.js';
import { Store } from '../../src/store/store.js';
import { ReferenceLists } from '../../src/record/reference/lists/reference-lists.js';

/** Providers that specs inspect, disturb or wait for, under names that do not depend on the class. */
const PARTS = {
  accessChanges: AccessChangeWatcher,
  agents: AgentService,
  apiKeys: ApiKeyRegistry,
  applicationRepository: ApplicationRepository,
  applications: ApplicationService,
  backofficeCleanup: BackofficeCleanupScheduler,
  bonusMalus: BonusMalusRegistry,
  bulkheads: Bulkheads,
  callLog: CallLog,
  charges: ChargeService,
  clock: Clock,
  consolePrograms: ConsoleProgramService,
  config: Config,
  deliveryCleanup: DeliveryCleanupScheduler,
  documentArchiveRepository: DocumentArchiveRepository,
  documentArchiver: DocumentArchiver,
  dueRepository: DueRepository,
  dueWork: DueService,
  eventLag: EventLag,
  eventPublisher: EventPublisher,
  eventWatch: EventWatch,
  closing: ClosingService,
  historyBlocks: HistoryBlocksScheduler,
  cachedResponses: CachedResponseService,
  keyExpiryEvents: KeyExpiryEventsScheduler,
  keyNotices: KeyNoticeMailer,
  keyUses: KeyUseRecorder,
  ledger: LedgerService,
  letterSender: LetterSender,
  lines: LineRegistry,
  notices: NoticeService,
  ledgerFold: LedgerFold,
  receiptNumbers: ReceiptNumbers,
  metrics: Metrics,
  objectDeletions: ObjectDeletionScheduler,
  oneTimeTokens: OneTimeTokenService,
  overviewFold: OverviewFold,
  parameterRepository: ParameterRepository,
  partyRegister: PartyRegisterRepository,
  partyRegisterScheduler: PartyRegisterScheduler,
  passwordReset: PasswordResetService,
  pdfRenderer: PdfRenderer,
  portfolioTransfers: PortfolioTransferWorker,
  printQueue: PrintQueue,
  readiness: Readiness,
  receiptRepository: ReceiptRepository,
  referenceLists: ReferenceLists,
  retention: RetentionService,
  secretBox: SecretBox,
  sessions: SessionService,
  settings: SettingsService,
  signupCleanup: SignupCleanupScheduler,
  store: Store,
  tariffRepository: TariffRepository,
  tariffs: TariffService,
  unusedKeys: UnusedKeysScheduler,
  uploads: Uploads,
  userKeys: UserKeyService,
  users: UserService,
  webhookNotices: WebhookNoticeMailer,
  webhookSender: WebhookSender,
} as const;

type Named = { readonly [Name in keyof typeof PARTS]: (typeof PARTS)[Name]['prototype'] };

/** Providers of a started application that a spec uses besides HTTP and the database. */
export interface AppParts extends Named {
  /** Stops all timed jobs, so that only the spec runs them. `keepsSending` leaves the webhook sender running. */
  stopTimedWork(keepsSending?: boolean): Promise<void>;
  /** Opens the print queue, and begins to print what was left while it was closed. */
  startPrinting(): Promise<void>;
  stopPrinting(): Promise<void>;
  hasPrintedAll(): Promise<boolean>;
  /** Deletes expired rows, as the process does every ten minutes. */
  deleteExpired(): Promise<void>;
  /** Reads the tariffs that were loaded since the start. */
  reloadTariffs(): Promise<void>;
}

export function getParts(app: INestApplication): AppParts {
  const parts = {
    async stopTimedWork(keepsSending = false): Promise<void> {
      await this.dueWork.job.stop();
      await this.notices.job.stop();
      await this.letterSender.job.stop();
      await this.documentArchiver.job.stop();
      await this.objectDeletions.job.stop();
      await this.eventPublisher.job.stop();
      await this.overviewFold.job.stop();
      await this.ledgerFold.job.stop();
      await this.receiptNumbers.job.stop();
      await this.closing.job.stop();
      await this.partyRegisterScheduler.job.stop();
      await this.printQueue.onModuleDestroy();
      if (!keepsSending) await this.webhookSender.stop();
    },
    async startPrinting(): Promise<void> {
      this.printQueue.onApplicationBootstrap();
      for (const environment of this.printQueue.job.places) {
        await this.store.query(environment, 'UPDATE print_task SET leased_until = statement_timestamp()');
        void this.printQueue.job.run(environment);
      }
    },
    async hasPrintedAll(): Promise<boolean> {
      const left = await Promise.all(this.printQueue.job.places.map((one) => this.store.query(one, 'SELECT FROM print_task LIMIT 1')));
      return left.every((tasks) => tasks.length === 0);
    },
    async stopPrinting(): Promise<void> {
      await this.printQueue.onModuleDestroy();
    },
    deleteExpired(): Promise<void> {
      return this.backofficeCleanup.deleteExpired(this.clock.now());
    },
    async reloadTariffs(): Promise<void> {
      await this.tariffs.onModuleInit();
    },
  } as AppParts;
  for (const [name, part] of Object.entries(PARTS)) {
    Object.defineProperty(parts, name, { get: () => app.get<unknown>(part as Type, { strict: false }) });
  }
  return parts;
}
