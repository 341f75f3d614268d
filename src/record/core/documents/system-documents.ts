import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { runAfterCommit, type Writer } from '../../../common/unit-of-work.js';
import type { ApplicationRecord } from '../applications/application.js';
import { areDocumentsDue } from '../applications/print-task.js';

type PrintMissing = (environment: Environment, application: ApplicationRecord) => Promise<void>;

/** Prints after the commit, so that no lock waits for a printer. A reader waits for them. */
@Injectable()
export class SystemDocuments {
  private printMissing: PrintMissing = () => Promise.resolve();
  private printLater: (environment: Environment, applicationId: number) => void = () => undefined;
  private readonly underWay = new Map<string, Promise<void>>();

  /** Called once, by the print module. */
  register(printMissing: PrintMissing): void {
    this.printMissing = printMissing;
  }

  registerQueue(printLater: (environment: Environment, applicationId: number) => void): void {
    this.printLater = printLater;
  }

  callFor(writer: Writer, applicationIds: Iterable<number>): void {
    runAfterCommit(writer, () => {
      for (const id of applicationIds) this.printLater(writer.environment, id);
    });
  }

  /** A second call for the application waits for the first, and fails with it. */
  async complete(environment: Environment, application: ApplicationRecord): Promise<void> {
    if (!areDocumentsDue(application)) return;
    const key = `${environment} ${application.id}`;
    const before = this.underWay.get(key) ?? Promise.resolve();
    const made = before.then(() => this.printMissing(environment, application));
    this.underWay.set(key, made);
    try {
      await made;
    } finally {
      if (this.underWay.get(key) === made) this.underWay.delete(key);
    }
  }
}
