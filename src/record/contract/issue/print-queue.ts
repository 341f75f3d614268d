import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { Status } from '../../core/applications/status.js';
import { areDocumentsDue, SystemDocuments } from '../../core/documents/system-documents.js';
import { MissingDocumentService } from './missing-document.service.js';
import { MissingDocumentsRepository } from './missing-documents.repository.js';

/** Maximum length of the queue. Further documents are printed on request. */
const MAX_WAITING = 1_000;

/** Prints documents after the commit, one application at a time. The queue is in memory; a start refills it (ADR-9). */
@Injectable()
export class PrintQueue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(PrintQueue.name);
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;
  private isOpen = false;

  constructor(
    private readonly config: Config,
    private readonly missing: MissingDocumentsRepository,
    private readonly applications: ApplicationService,
    private readonly system: SystemDocuments,
    documents: MissingDocumentService,
  ) {
    system.register((environment, application) => documents.complete(environment, application));
    system.registerQueue((environment, id) => this.add(environment, () => this.complete(environment, id)));
    applications.addListener(({ environment, role: actor }, application) => {
      // The clock's other actions need no document: only the early end of a policy does.
      const needsDocument = actor !== 'clock' || application.status === Status.CANCELLED_MID_TERM;
      if (needsDocument && areDocumentsDue(application)) this.add(environment, () => this.complete(environment, application.id));
    });
  }

  /** Number of applications in the queue, including the one that is being printed. */
  get underWayCount(): number {
    return this.waiting;
  }

  onApplicationBootstrap(): void {
    this.isOpen = true;
    for (const environment of this.config.environments) this.add(environment, () => this.catchUp(environment));
  }

  /** Stops after the application that is being printed. */
  async onModuleDestroy(): Promise<void> {
    this.isOpen = false;
    await this.last;
  }

  private async catchUp(environment: Environment): Promise<void> {
    const ids = await this.missing.listLatest(environment, MAX_WAITING);
    for (const id of ids) this.add(environment, () => this.complete(environment, id));
  }

  private async complete(environment: Environment, id: number): Promise<void> {
    await this.system.complete(environment, await this.applications.getAnyApplication(environment, String(id)));
  }

  private add(environment: Environment, work: () => Promise<void>): void {
    if (!this.isOpen || this.waiting >= MAX_WAITING) return;
    this.waiting += 1;
    this.last = this.last.then(async () => {
      if (this.isOpen) await work().catch((error: unknown) => this.warn(environment, error));
      this.waiting -= 1;
    });
  }

  private warn(environment: Environment, error: unknown): void {
    // A reset of the sandbox has deleted the application.
    if (error instanceof DomainError && error.code === ErrorCode.APPLICATION_NOT_FOUND) return;
    const text = error instanceof Error ? error.message : String(error);
    if (this.isOpen) this.logger.warn(`Printing documents in ${environment} failed; they are printed on request: ${text}`);
  }
}
