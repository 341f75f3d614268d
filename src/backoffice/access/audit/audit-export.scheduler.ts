import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { buildFreeCondition, buildLeaseEnd } from '../../../store/lease.js';
import { Store } from '../../../store/store.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { type AuditMessage, formatTarget, sendMessages } from './audit-target.js';
import { formatOcsf } from './ocsf.js';

const EVERY_MS = 1_000;
const PAUSE_MS = 10_000;
const AT_ONCE = 500;
const LEASE_SECONDS = 30;

const CREATE = 'INSERT INTO audit_export (target, position) VALUES ($1, 0) ON CONFLICT DO NOTHING';
const LEASE = `
  UPDATE audit_export SET leased_until = ${buildLeaseEnd(LEASE_SECONDS)} WHERE target = $1 AND ${buildFreeCondition()}
  RETURNING position, leased_until AS "leasedUntil"`;
const MOVE = 'UPDATE audit_export SET position = $2, leased_until = NULL WHERE target = $1 AND leased_until = $3';

/** Sends the audit record to AUDIT_EXPORT in the order of its chain, each entry at least once (backoffice.281). */
@Injectable()
export class AuditExportScheduler {
  constructor(
    scheduler: Scheduler,
    { auditExport }: Config,
    private readonly store: Store,
    private readonly chain: AuditChainRepository,
  ) {
    const target = auditExport === null ? null : new URL(auditExport);
    scheduler.add({
      name: 'export the audit record',
      everyMs: EVERY_MS,
      pauseMs: PAUSE_MS,
      places: ['gateway'],
      pass: async (_place, { signal }) => (target === null ? undefined : this.sendAll(target, signal)),
    });
  }

  private async sendAll(target: URL, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.sendSome(target)));
  }

  private async sendSome(target: URL): Promise<boolean> {
    const name = formatTarget(target);
    await this.store.query('gateway', CREATE, [name]);
    const [lease] = await this.store.query<{ position: number; leasedUntil: Date }>('gateway', LEASE, [name]);
    if (lease === undefined) return false;
    let { position } = lease;
    try {
      const entries = await this.chain.listAfter(position, AT_ONCE);
      const messages = entries.map((entry): AuditMessage => ({ id: entry.id, at: entry.at, json: formatOcsf(entry) }));
      if (messages.length > 0) await sendMessages(target, messages);
      position = entries.at(-1)?.position ?? position;
      return messages.length === AT_ONCE;
    } finally {
      // Another node may have the lease by now: then it sends these entries again.
      await this.store.query('gateway', MOVE, [name, position, lease.leasedUntil]);
    }
  }
}
