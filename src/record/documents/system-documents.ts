import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { ApplicationRecord } from '../applications/application.js';
import { POLICY_STATUSES, Status } from '../applications/status.js';

/** Makes what an application must have and has not yet. */
export type CompleteDocuments = (environment: Environment, application: ApplicationRecord) => Promise<void>;

/**
 * The documents that follow from the record alone (application, receipts). They are made right after the commit that calls for them, from
 * what was committed: no lock waits for a printer, no number is lost to one. Whoever asks before they are there waits until they are.
 */
@Injectable()
export class SystemDocuments {
  private makeMissing: CompleteDocuments = () => Promise.resolve();

  /** Said once, by who knows how to print. */
  register(makeMissing: CompleteDocuments): void {
    this.makeMissing = makeMissing;
  }

  async complete(environment: Environment, application: ApplicationRecord): Promise<void> {
    if (this.areDue(application)) await this.makeMissing(environment, application);
  }

  /** Whether the status calls for any. */
  areDue({ status }: Pick<ApplicationRecord, 'status'>): boolean {
    return status === Status.PREPAY || POLICY_STATUSES.has(status);
  }
}
