import type { INestApplication, Type } from '@nestjs/common';
import { Sessions } from '../../src/backoffice/access/sessions.js';
import { OneTimeTokens } from '../../src/backoffice/accounts/one-time-tokens.js';
import { PasswordReset } from '../../src/backoffice/accounts/password-reset.js';
import { PasswordWork } from '../../src/backoffice/accounts/password-work.js';
import { BackofficeCleanup } from '../../src/backoffice/cleanup.js';
import { Retention } from '../../src/backoffice/parties/retention.js';
import { Users } from '../../src/backoffice/users/users.js';
import { Clock } from '../../src/common/clock.js';
import { Config } from '../../src/config/config.js';
import { Uploads } from '../../src/gateway/body/uploads.js';
import { KeptAnswers } from '../../src/gateway/idempotency/kept-answers.js';
import { Metrics } from '../../src/gateway/observability/metrics.js';
import { Agents } from '../../src/record/agents/agents.js';
import { ApplicationRepository } from '../../src/record/applications/application.repository.js';
import { Applications } from '../../src/record/applications/applications.js';
import { BonusMalusRegistry } from '../../src/record/bonus-malus/bonus-malus-registry.js';
import { PdfRenderer } from '../../src/record/documents/rendering/pdf-renderer.js';
import { DueRepository } from '../../src/record/due/due.repository.js';
import { DueScheduler } from '../../src/record/due/due.scheduler.js';
import { DueWork } from '../../src/record/due/due-work.js';
import { Charges } from '../../src/record/issue/charges.js';
import { PrintQueue } from '../../src/record/issue/print-queue.js';
import { Ledger } from '../../src/record/ledger/ledger.js';
import { ReceiptRepository } from '../../src/record/ledger/receipt.repository.js';
import { PartyRegister } from '../../src/record/parties/party-register.js';
import { PartyRegisterScheduler } from '../../src/record/parties/party-register.scheduler.js';
import { ParameterRepository } from '../../src/record/reference/parameter.repository.js';
import { Settings } from '../../src/record/settings/settings.js';
import { TariffRepository } from '../../src/record/tariffs/tariff.repository.js';
import { Tariffs } from '../../src/record/tariffs/tariffs.js';
import { ApiKeyRegistry } from '../../src/services/auth/api-key-registry.js';
import { UserKeys } from '../../src/services/auth/user-keys.js';
import { Store } from '../../src/store/store.js';

/** The parts of a program that specs look into, disturb or wait for, by name. The names stay when a class moves or is called differently. */
const PARTS = {
  agents: Agents,
  apiKeys: ApiKeyRegistry,
  applicationRepository: ApplicationRepository,
  applications: Applications,
  backofficeCleanup: BackofficeCleanup,
  bonusMalus: BonusMalusRegistry,
  charges: Charges,
  clock: Clock,
  config: Config,
  dueRepository: DueRepository,
  dueScheduler: DueScheduler,
  dueWork: DueWork,
  keptAnswers: KeptAnswers,
  ledger: Ledger,
  metrics: Metrics,
  oneTimeTokens: OneTimeTokens,
  parameterRepository: ParameterRepository,
  partyRegister: PartyRegister,
  partyRegisterScheduler: PartyRegisterScheduler,
  passwordReset: PasswordReset,
  passwordWork: PasswordWork,
  pdfRenderer: PdfRenderer,
  printQueue: PrintQueue,
  receiptRepository: ReceiptRepository,
  retention: Retention,
  sessions: Sessions,
  settings: Settings,
  store: Store,
  tariffRepository: TariffRepository,
  tariffs: Tariffs,
  uploads: Uploads,
  userKeys: UserKeys,
  users: Users,
} as const;

type Named = { readonly [Name in keyof typeof PARTS]: (typeof PARTS)[Name]['prototype'] };

/** What a spec reaches of a started program beyond HTTP and its database. */
export interface AppParts extends Named {
  /** Nothing is done any more because of the time: applications, the register of parties and the printing of documents wait for the spec. */
  stopTimedWork(): Promise<void>;
  startPrinting(): void;
  stopPrinting(): Promise<void>;
  /** Takes in tariffs that were loaded since. */
  reloadTariffs(): Promise<void>;
}

export function partsOf(app: INestApplication): AppParts {
  const parts = {
    async stopTimedWork(): Promise<void> {
      await this.dueScheduler.beforeApplicationShutdown();
      await this.partyRegisterScheduler.beforeApplicationShutdown();
      await this.printQueue.onModuleDestroy();
    },
    startPrinting(): void {
      this.printQueue.onApplicationBootstrap();
    },
    async stopPrinting(): Promise<void> {
      await this.printQueue.onModuleDestroy();
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
