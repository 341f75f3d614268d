import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import type { Job } from '../../../../jobs/job.js';
import { Scheduler } from '../../../../jobs/scheduler.js';
import { buildObjectKey } from './archived-object.js';
import { DocumentArchiveRepository } from './document-archive.repository.js';
import { ObjectStorage, ObjectStorageError } from './object-storage.js';

const INTERVAL_MS = 5_000;

/** A trigger of `document_content` lists them (documents.58). */
@Injectable()
export class ObjectDeletionScheduler {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly repository: DocumentArchiveRepository,
    private readonly storage: ObjectStorage,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'delete archived documents',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.deleteDue(environment, signal),
    });
  }

  async deleteDue(environment: Environment, signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true && this.storage.isConfigured) {
      const object = await this.repository.claimDeletion(environment);
      if (object === null) return;
      try {
        await this.storage.delete(buildObjectKey(environment, object));
      } catch (error) {
        if (error instanceof ObjectStorageError) await this.repository.saveFailure(environment, object, 'UNAVAILABLE');
        throw error;
      }
      await this.repository.saveDeleted(environment, object);
    }
  }
}
