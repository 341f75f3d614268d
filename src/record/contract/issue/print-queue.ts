import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { needsPrinting } from '../../core/applications/print-task.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { MissingDocumentService } from './missing-document.service.js';
import { MissingDocumentsRepository } from './missing-documents.repository.js';

const MAX_WAITING = 1_000;
const INTERVAL_MS = 10_000;

/** The commit adds a task to the database; any node prints what this queue in memory leaves (ADR-9). */
@Injectable()
export class PrintQueue implements OnApplicationBootstrap, OnModuleDestroy {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(PrintQueue.name);
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;
  private isOpen = false;

  constructor(
    scheduler: Scheduler,
    private readonly missing: MissingDocumentsRepository,
    private readonly applications: ApplicationService,
    private readonly system: SystemDocuments,
    private readonly documents: MissingDocumentService,
  ) {
    system.register((environment, application) => documents.complete(environment, application));
    system.registerQueue((environment, id) => this.add(environment, id));
    applications.addListener((actor, application) => {
      if (needsPrinting(actor, application)) this.add(actor.environment, application.id);
    });
    this.job = scheduler.addToEnvironments({
      name: 'print missing documents',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.printMissing(environment, signal),
    });
  }

  get underWayCount(): number {
    return this.waiting;
  }

  onApplicationBootstrap(): void {
    this.isOpen = true;
  }

  async onModuleDestroy(): Promise<void> {
    this.isOpen = false;
    await this.last;
  }

  private async printMissing(environment: Environment, signal: AbortSignal): Promise<void> {
    while (this.isOpen) {
      const ids = await this.missing.claimTasks(environment);
      if (ids.length === 0) return;
      for (const id of ids) {
        if (!this.isOpen || signal.aborted) return;
        await this.printTask(environment, id).catch((error: unknown) => this.job.reportFailure(environment, error));
      }
    }
  }

  private async printTask(environment: Environment, id: number): Promise<void> {
    await this.complete(environment, id);
    await this.documents.endTask(environment, id);
  }

  private async complete(environment: Environment, id: number): Promise<void> {
    await this.system.complete(environment, await this.applications.getAnyApplication(environment, String(id)));
  }

  private add(environment: Environment, id: number): void {
    if (!this.isOpen || this.waiting >= MAX_WAITING) return;
    this.waiting += 1;
    this.last = this.last.then(async () => {
      if (this.isOpen) await this.complete(environment, id).catch((error: unknown) => this.warn(environment, error));
      this.waiting -= 1;
    });
  }

  private warn(environment: Environment, error: unknown): void {
    // A reset of the sandbox has deleted the application.
    if (error instanceof DomainError && error.code === ErrorCode.APPLICATION_NOT_FOUND) return;
    const text = error instanceof Error ? error.message : String(error);
    if (this.isOpen) this.logger.warn(`Printing documents in ${environment} failed; they are printed within a minute: ${text}`);
  }
}
