import { AMENDMENT_STATES } from '../../src/record/core/amendments/amendment-states.js';
import { listStatusesBefore } from '../../src/record/core/applications/state-table.js';
import {
  FINAL_STATUSES,
  GIVEN_UP_STATUSES,
  PAYABLE_STATUSES,
  POLICY_STATUSES,
  Status,
  listStatuses,
} from '../../src/record/core/applications/status.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/embedded.js';

/** Statuses of amendments. */
const AMENDED = new Set(AMENDMENT_STATES.flatMap(({ from, to }) => (from === null ? [] : [from, ...(to === 'calculated' ? [] : [to])])));
const ISSUED_AMENDMENTS: readonly Status[] = [Status.IN_FORCE, Status.CANCELLED_MID_TERM];
/** Amendments that keep the price of their policy from changing. */
const UNDER_WAY: readonly Status[] = [Status.UNDER_REVIEW, Status.DOCUMENTS_REQUESTED, Status.PREPAY];

/** Objects of the database that name statuses, and which. The test detects migrations that name other ones. */
const NAMED: Readonly<Record<string, Iterable<Status>>> = {
  application_status_check: Object.values(Status),
  application_unpriced_check: listStatuses(({ price }) => price === 'never'),
  application_priced_check: listStatuses(({ price }) => price === 'always'),
  application_prepay_check: PAYABLE_STATUSES,
  application_issued_check: POLICY_STATUSES,
  application_accept_by_check: listStatuses(({ awaits }) => awaits === 'customer'),
  note_transition_events: POLICY_STATUSES,
  application_renewal_of_key: GIVEN_UP_STATUSES,
  application_unrenewed_idx: listStatusesBefore('prepare_renewal'),
  application_resolve_renewal_task: [...FINAL_STATUSES, ...PAYABLE_STATUSES, Status.IN_FORCE],
  application_pay_by_idx: listStatusesBefore('prepay_expires'),
  application_agent_tasks_idx: [Status.IN_ENTRY, Status.DOCUMENTS_REQUESTED, Status.PREPAY, Status.CALCULATED],
  application_accept_by_idx: listStatusesBefore('acceptance_expires'),
  application_open_segment: POLICY_STATUSES,
  application_close_amendments: POLICY_STATUSES,
  close_amendments: [...AMENDED].filter((status) => !ISSUED_AMENDMENTS.includes(status)),
  amendment_status_check: AMENDED,
  amendment_prepay_check: PAYABLE_STATUSES,
  amendment_pay_by_idx: PAYABLE_STATUSES,
  amendment_issued_check: ISSUED_AMENDMENTS,
  amendment_reversed_check: [Status.CANCELLED_MID_TERM],
  amendment_under_way_key: UNDER_WAY,
  amendment_reinstates_key: [Status.CANCELLED, Status.CANCELLED_MID_TERM],
  application_end_date_idx: listStatuses(({ stage, isFinal }) => stage === 'policy' && !isFinal),
};

const listDefinitions = (schema: string): string => `
  SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE connamespace = '${schema}'::regnamespace AND contype = 'c'
  UNION ALL
  SELECT c.relname, pg_get_expr(i.indpred, i.indrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = '${schema}'::regnamespace AND i.indpred IS NOT NULL
  UNION ALL
  SELECT p.proname, pg_get_functiondef(p.oid) FROM pg_proc p WHERE p.pronamespace = '${schema}'::regnamespace
  UNION ALL
  SELECT tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = '${schema}'::regnamespace AND NOT tgisinternal
  UNION ALL
  SELECT viewname, definition FROM pg_views WHERE schemaname = '${schema}'`;

/** A code is in quotes, and nothing else of two digits is next to a status. */
const CODE = /'(\d\d)'/g;
/** Joins the codes, so that a difference is shown with its name. */
const getLine = (codes: Iterable<string>): string => [...codes].sort().join(' ');

describe('the statuses in the database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each(['production', 'sandbox'])('of %s equal the table', async (schema) => {
    const definitions = await queryDatabase<{ name: string; definition: string }>(database.url, listDefinitions(schema));
    const found = definitions.flatMap(({ name, definition }) => {
      const codes = new Set(Array.from(definition.matchAll(CODE), ([, code = '']) => code));
      return /status/.test(definition) && codes.size > 0 ? [[name, getLine(codes)] as const] : [];
    });
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(NAMED).map(([name, codes]) => [name, getLine(codes)])));
  });
});
