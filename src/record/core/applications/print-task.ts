import { buildLease, buildLeaseEnd } from '../../../store/lease.js';
import type { Transaction } from '../../../store/store.js';
import type { ActorRole } from './state-table.js';
import { formatStatusList, PAYABLE_STATUSES, POLICY_STATUSES, Status } from './status.js';

/** The node that committed a task prints its documents in this time; afterwards any node does (ADR-9). */
const LEASE_SECONDS = 45;
const TASKS_PER_CLAIM = 20;
export const PRINT_LEASE_END = buildLeaseEnd(LEASE_SECONDS);
const PRINTED_STATUSES: ReadonlySet<Status> = new Set([...PAYABLE_STATUSES, ...POLICY_STATUSES]);

// A task that is added again waits for a transaction that ends it, so that no document is missed.
const ON_CONFLICT = `ON CONFLICT (application_id) DO UPDATE SET leased_until = excluded.leased_until`;

/** CTE that adds a task for the CTE `changed` under the condition of `needsPrinting`. $1 is the stamp. */
export const ADD_PRINT_TASK = `
  printing AS (
    INSERT INTO print_task (application_id, leased_until)
    SELECT c.id, ${PRINT_LEASE_END} FROM changed c
    WHERE c.status IN (${formatStatusList(PRINTED_STATUSES)}) AND ($1::jsonb->>'actor' <> 'clock' OR c.status = '${Status.CANCELLED_MID_TERM}')
    ${ON_CONFLICT})`;

const ADD = `
  INSERT INTO print_task (application_id, leased_until) SELECT id, ${PRINT_LEASE_END} FROM unnest($1::bigint[]) AS id ORDER BY id ${ON_CONFLICT}`;

/** Leases applications whose documents no node prints. */
export const CLAIM_PRINT_TASKS = ['print_task', 'policy_to_print'].map((table) =>
  buildLease({
    table,
    key: 'application_id',
    where: 'true',
    orderBy: 'leased_until',
    limit: TASKS_PER_CLAIM,
    until: PRINT_LEASE_END,
    returning: 'application_id AS id',
  }),
);

export function areDocumentsDue({ status }: { readonly status: Status }): boolean {
  return PRINTED_STATUSES.has(status);
}

/** The clock's actions need no documents, except for the early end of a policy. */
export function needsPrinting({ role }: { readonly role: ActorRole }, { status }: { readonly status: Status }): boolean {
  return areDocumentsDue({ status }) && (role !== 'clock' || status === Status.CANCELLED_MID_TERM);
}

export async function addPrintTasks(tx: Transaction, applicationIds: readonly number[]): Promise<void> {
  if (applicationIds.length > 0) await tx.query(ADD, [[...new Set(applicationIds)]]);
}
