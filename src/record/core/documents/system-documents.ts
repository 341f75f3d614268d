import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { onceCommitted, type Writer } from '../../../common/unit-of-work.js';
import type { ApplicationRecord } from '../applications/application.js';
import { PAYABLE_STATUSES, POLICY_STATUSES } from '../applications/status.js';

/** Makes what an application must have and has not yet. */
export type CompleteDocuments = (environment: Environment, application: ApplicationRecord) => Promise<void>;

/**
 * The documents that follow from the record alone (application, receipts with their editions, act of a cancellation). They are made right after the commit that calls for them, from
 * what was committed: no lock waits for a printer, no number is lost to one. Whoever asks before they are there waits until they are.
 */
@Injectable()
export class SystemDocuments {
  private makeMissing: CompleteDocuments = () => Promise.resolve();
  private printLater: (environment: Environment, applicationId: number) => void = () => undefined;
  private readonly underWay = new Map<string, Promise<void>>();

  /** Said once, by who knows how to print. */
  register(makeMissing: CompleteDocuments): void {
    this.makeMissing = makeMissing;
  }

  /** Said once, by who prints while nobody waits. */
  registerQueue(printLater: (environment: Environment, applicationId: number) => void): void {
    this.printLater = printLater;
  }

  /** What was written calls for documents of these applications: they are printed once it is committed, and nobody waits for it. */
  callFor(writer: Writer, applicationIds: Iterable<number>): void {
    onceCommitted(writer, () => {
      for (const id of applicationIds) this.printLater(writer.environment, id);
    });
  }

  /** One at a time for an application: who comes meanwhile finds what the one before made, or fails with it, and prints nothing twice. */
  async complete(environment: Environment, application: ApplicationRecord): Promise<void> {
    if (!this.areDue(application)) return;
    const key = `${environment} ${application.id}`;
    const before = this.underWay.get(key) ?? Promise.resolve();
    const made = before.then(() => this.makeMissing(environment, application));
    this.underWay.set(key, made);
    try {
      await made;
    } finally {
      if (this.underWay.get(key) === made) this.underWay.delete(key);
    }
  }

  /** Whether the status calls for any. */
  areDue({ status }: Pick<ApplicationRecord, 'status'>): boolean {
    return PAYABLE_STATUSES.has(status) || POLICY_STATUSES.has(status);
  }
}
