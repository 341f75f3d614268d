import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import type { OperationContext } from '../../../../common/caller.js';
import type { Environment } from '../../../../common/environment.js';
import type { Job } from '../../../../jobs/job.js';
import { Scheduler } from '../../../../jobs/scheduler.js';
import { SettingsService } from '../../../reference/settings/settings.service.js';
import { buildObjectKey } from './archived-object.js';
import { DocumentArchiveRepository, type ArchiveCounts, type DocumentToArchive } from './document-archive.repository.js';
import { ObjectStorage, ObjectStorageError } from './object-storage.js';

const INTERVAL_MS = 10_000;
/** A document is up to 3 MB in memory, twice. */
const LANES = 4;
const DAY_MS = 24 * 3_600_000;

class WrongBytesError extends Error {}

/** Moves bytes long after their commit: no sale waits for it (ADR-28). */
@Injectable()
export class DocumentArchiver {
  readonly job: Job<Environment>;
  readonly archived = new EventEmitter<Record<Environment, []>>();
  private readonly logger = new Logger(DocumentArchiver.name);

  constructor(
    scheduler: Scheduler,
    private readonly settings: SettingsService,
    private readonly repository: DocumentArchiveRepository,
    private readonly storage: ObjectStorage,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'archive documents',
      everyMs: INTERVAL_MS,
      pass: (environment, { at, signal }) => this.archiveDue({ environment, at }, signal),
    });
  }

  async count(context: OperationContext): Promise<ArchiveCounts> {
    return this.repository.count(context.environment, await this.findLimit(context));
  }

  async archiveDue(context: OperationContext, signal?: AbortSignal): Promise<void> {
    const before = await this.findLimit(context);
    if (before === null || !this.storage.isConfigured) return;
    const lanes = Array.from({ length: LANES }, () => this.archiveAll(context, before, signal));
    // Waits for every lane, so that passes do not overlap.
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async findLimit({ environment, at }: OperationContext): Promise<Date | null> {
    const { documentArchiveDays } = await this.settings.get(environment);
    return documentArchiveDays === 0 ? null : new Date(at.getTime() - documentArchiveDays * DAY_MS);
  }

  private async archiveAll(context: OperationContext, before: Date, signal?: AbortSignal): Promise<void> {
    const { environment } = context;
    while (signal?.aborted !== true) {
      const document = await this.repository.claimDocument(environment, before);
      if (document === null) return;
      try {
        await this.archive(context, document);
      } catch (error) {
        const isWrong = error instanceof WrongBytesError;
        if (!isWrong && !(error instanceof ObjectStorageError)) throw error;
        await this.repository.saveFailure(environment, document, isWrong ? 'WRONG_BYTES' : 'UNAVAILABLE');
        // A storage that is away is not asked for each document, but one with wrong bytes does not delay the others.
        if (!isWrong) throw error;
        this.logger.error(`Document ${document.id} of ${environment} is not archived: ${error.message}`);
      }
    }
  }

  private async archive({ environment, at }: OperationContext, document: DocumentToArchive): Promise<void> {
    const { content, sha256 } = document;
    const key = buildObjectKey(environment, document);
    if (calculateHash(content) !== sha256) throw new WrongBytesError('its bytes in the database do not have its hash.');
    await this.storage.write(key, content, sha256);
    const written = await this.storage.find(key);
    if (written === null || calculateHash(written) !== sha256) throw new WrongBytesError(`the object ${key} has other bytes.`);
    if (await this.repository.saveArchived(environment, document, at)) this.archived.emit(environment);
    else await this.repository.abandonObject(environment, document);
  }
}

function calculateHash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
