import { jest } from '@jest/globals';
import { CHARGE_TIME, createPolicy } from '../support/collection.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const AGENTS = 2_000;
const RECEIPTS = 50;
const LIMIT_MS = 60_000;

jest.setTimeout(600_000);

const SEEDED = ['agent', 'account', 'ledger_transaction', 'ledger_entry', 'commission', 'commission_cover'];
const alterTriggers = (what: 'DISABLE' | 'ENABLE'): string => SEEDED.map((table) => `ALTER TABLE ${table} ${what} TRIGGER USER;`).join(' ');

/** Copies the commission of one receipt to all agents, without the triggers that check each row. */
const SEED = `
  ${alterTriggers('DISABLE')}
  INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at, commission_type, withholding)
  SELECT 'R-' || n, 'Agent ' || n, 'direct', 1000, now(), now(), 'AGENCY', CASE WHEN n % 2 = 0 THEN 'INDIVIDUAL' ELSE 'COMPANY' END FROM generate_series(1, ${AGENTS}) n;
  INSERT INTO account (code, kind, agent_code, balance) SELECT 'agent:' || code, 'AGENT', code, 0 FROM agent WHERE code LIKE 'R-%';
  INSERT INTO account (code, kind) SELECT 'commission-payable:' || code, 'COMMISSION_PAYABLE' FROM agent WHERE code LIKE 'R-%';
  CREATE TEMPORARY TABLE seeded AS
  SELECT g.code, c.*, nextval(pg_get_serial_sequence('ledger_transaction', 'id')) AS new_transaction, nextval(pg_get_serial_sequence('commission', 'id')) AS new_id
  FROM (SELECT * FROM commission LIMIT 1) c, agent g, generate_series(1, ${RECEIPTS}) WHERE g.code LIKE 'R-%';
  INSERT INTO ledger_transaction (id, at, booked_on, kind, application_id, receipt_no, reference)
  SELECT s.new_transaction, t.at, t.booked_on, t.kind, t.application_id, t.receipt_no, t.reference FROM seeded s JOIN ledger_transaction t ON t.id = s.transaction_id;
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT s.new_transaction, a.id, CASE a.kind WHEN 'COMMISSION_EXPENSE' THEN s.amount ELSE -s.amount END, s.at
  FROM seeded s JOIN account a ON a.code IN ('commission-expense:fire', 'commission-payable:' || s.code);
  INSERT INTO commission (id, transaction_id, receipt_no, agent_code, at, rate_version, netted, net, amount)
  SELECT new_id, new_transaction, receipt_no, code, at, rate_version, netted, net, amount FROM seeded;
  INSERT INTO commission_cover (commission_id, position, percent, net, amount)
  SELECT s.new_id, k.position, k.percent, k.net, k.amount FROM seeded s JOIN commission_cover k ON k.commission_id = s.id;
  ${alterTriggers('ENABLE')}
  ANALYZE`;

/** Settled amounts in cents, by the database. */
const SUMS = `
  SELECT (SELECT count(*) FROM commission_statement WHERE status = 'APPROVED')::int AS statements,
    (SELECT count(*) FROM commission WHERE statement_id IS NULL)::int AS open,
    (SELECT sum(due + tax_payable) FROM commission_statement) = (SELECT sum(amount) FROM commission) AS "isAll",
    (SELECT count(*) FROM refund)::int AS refunds, (SELECT coalesce(sum(amount), 0) FROM ledger_entry)::text AS total`;

describe('a commission run over all agents', () => {
  it(`settles ${AGENTS} agents within a minute, and a repetition settles nothing twice`, async () => {
    const app = await FireApp.start();
    try {
      app.clock.set(CHARGE_TIME);
      const { production: agent } = await app.createAgent({ code: 'FIRST', commissionType: 'AGENCY' });
      await createPolicy(agent);
      await app.query('production', SEED);
      app.clock.set('2026-12-01T08:00:00Z');
      const issuing = await StaffClient.open(app.running, 'issuing');
      const began = performance.now();
      for (let run = 1; run <= 2; run += 1)
        expect(expectStatus(200, await issuing.post('commission-statements', { month: '2026-11' })).json()).toMatchObject({
          drafts: AGENTS + 1,
        });
      for (let drafts = 1; drafts > 0;)
        ({ drafts } = expectStatus(
          200,
          await issuing.post('commission-statements/approval', { month: '2026-11', settlement: 'PAYOUT' }),
        ).json<{ drafts: number }>());
      const took = performance.now() - began;
      process.stdout.write(`Commission of ${AGENTS} agents with ${AGENTS * RECEIPTS} receipts: ${Math.round(took)} ms\n`);
      expect(took).toBeLessThan(LIMIT_MS);
      const [sums] = await app.query('production', SUMS);
      expect(sums).toEqual({ statements: AGENTS + 1, open: 0, isAll: true, refunds: AGENTS + 1, total: '0.00' });
    } finally {
      await app.stop();
    }
  });
});
