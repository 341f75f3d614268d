import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each index with what it is of, and what it was of; the names stay. None is added, so that no insert has another one to write. */
const INDEXES = [
  ['application_application_no_idx', 'application (application_no text_pattern_ops, id)', 'application (application_no text_pattern_ops)'],
  // An application without a number of a policy has nothing to write here any more.
  [
    'application_policy_no_idx',
    'application (policy_no text_pattern_ops, id) WHERE policy_no IS NOT NULL',
    'application (policy_no text_pattern_ops)',
  ],
  [
    'application_end_date_idx',
    `application (end_date, agent_code) WHERE status IN ('50', '55')`,
    `application (end_date) WHERE status IN ('50', '55')`,
  ],
  [
    'receipt_period_from_idx',
    `receipt (period_from, agent_code) WHERE status = 'PENDING'`,
    `receipt (period_from) WHERE status = 'PENDING'`,
  ],
] as const;

/**
 * Many by the beginning of a number are counted from the index alone, and what is due or ends of one agent is found without a look at what is due of the
 * others. A receipt knows its agent for that, which an application never changes; those that were settled before stay without, as nobody looks for them.
 */
export class ListByNumberAndAgent1763600020000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE receipt ADD COLUMN agent_code text');
    // The former program does not say whose it is.
    await runner.query(`
      CREATE FUNCTION give_receipt_its_agent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.agent_code := (SELECT a.agent_code FROM application a WHERE a.id = NEW.application_id);
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER receipt_agent BEFORE INSERT ON receipt FOR EACH ROW WHEN (NEW.agent_code IS NULL) EXECUTE FUNCTION give_receipt_its_agent()`);
    await runner.query(
      `UPDATE receipt r SET agent_code = a.agent_code FROM application a WHERE a.id = r.application_id AND r.status = 'PENDING'`,
    );
    for (const [name, now] of INDEXES) await replaceIndex(runner, name, now);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, , former] of INDEXES) await replaceIndex(runner, name, former);
    await runner.query('DROP TRIGGER receipt_agent ON receipt');
    await runner.query('DROP FUNCTION give_receipt_its_agent');
    await runner.query('ALTER TABLE receipt DROP COLUMN agent_code');
  }
}

/** What asks for the former one is served by either. */
async function replaceIndex(runner: QueryRunner, name: string, of: string): Promise<void> {
  await runner.query(`CREATE INDEX ${name}_new ON ${of}`);
  await runner.query(`DROP INDEX ${name}`);
  await runner.query(`ALTER INDEX ${name}_new RENAME TO ${name}`);
}
