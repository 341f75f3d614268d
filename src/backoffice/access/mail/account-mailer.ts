import { Injectable } from '@nestjs/common';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Mailer } from '../../../mail/mailer.js';
import type { Mail } from '../../../mail/mail-transport.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { buildLease, buildLeaseEnd } from '../../../store/lease.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';

const INTERVAL_MS = 15_000;
const LEASE_SECONDS = 120;
/** Links in mails have ended by then. */
const DAYS = 3;

// Transactions of an environment may store mails too.
const INSERT = `INSERT INTO gateway.account_mail (mail, leased_until) VALUES ($1, ${buildLeaseEnd(LEASE_SECONDS)}) RETURNING id`;
const LEASE = buildLease({
  table: 'account_mail',
  key: 'id',
  where: 'id > $1',
  orderBy: 'id',
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: 'id, mail',
});
const DELETE = 'DELETE FROM account_mail WHERE id = $1';
const DELETE_OLD = `DELETE FROM account_mail WHERE created_at < now() - interval '${DAYS} days'`;

/** A mail that is stored until it is sent; `id` is null without SECRETS_KEY, which it would be encrypted with. */
export interface SavedMail {
  readonly id: number | null;
  readonly mail: Mail;
}

/** Stores mails in the transaction that causes them: any node sends what a killed one leaves (backoffice.127). */
@Injectable()
export class AccountMailer {
  readonly job: Job;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly mailer: Mailer,
    private readonly box: SecretBox,
  ) {
    this.job = scheduler.add({
      name: 'send mails to users',
      everyMs: INTERVAL_MS,
      places: ['gateway'],
      pass: (_, { signal }) => this.sendLeft(signal),
    });
  }

  async save(tx: Transaction, mail: Mail): Promise<SavedMail> {
    if (!this.box.hasKey) return { id: null, mail };
    const { id } = getRow(await tx.query<{ id: number }>(INSERT, [this.box.seal(JSON.stringify(mail))]));
    return { id, mail };
  }

  /** Resolves when the mail is in the outbox or queued; does not wait for the server. */
  async send({ id, mail }: SavedMail): Promise<void> {
    // A row that could not be deleted is sent again by the job.
    const sent = async (): Promise<void> =>
      id === null ? undefined : this.delete(id).catch((error: unknown) => this.job.reportFailure('gateway', error));
    await this.mailer.send(mail, sent);
  }

  /** Sends after the commit of the unit of work. Without one it sends at once, and a failure reaches the caller. */
  async sendAfterCommit({ unitOfWork }: Pick<Writer, 'unitOfWork'>, saved: SavedMail): Promise<void> {
    if (!unitOfWork) return this.send(saved);
    unitOfWork.afterCommit(() => void this.send(saved).catch((error: unknown) => this.job.reportFailure('gateway', error)));
  }

  private async sendLeft(signal: AbortSignal): Promise<void> {
    await this.store.query('gateway', DELETE_OLD);
    for (let after = 0; !signal.aborted;) {
      const [row] = await this.store.query<{ id: number; mail: Buffer }>('gateway', LEASE, [after]);
      if (row === undefined) return;
      after = row.id;
      const mail = this.box.open(row.mail);
      if (mail === null) continue;
      await this.mailer.sendSurely(JSON.parse(mail) as Mail);
      await this.delete(row.id);
    }
  }

  private async delete(id: number): Promise<void> {
    await this.store.query('gateway', DELETE, [id]);
  }
}
