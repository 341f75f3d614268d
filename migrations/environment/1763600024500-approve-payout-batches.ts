import type { MigrationInterface, QueryRunner } from 'typeorm';

const ENDED = `num_nonnulls(ended_by_id, ended_by, ended_at) = CASE WHEN status IN (OPEN) THEN 0 ELSE 3 END`;
const APPROVED = `CASE status WHEN 'PREPARED' THEN num_nonnulls(approved_by_id, approved_by, approved_at) = 0
        WHEN 'CANCELLED' THEN num_nonnulls(approved_by_id, approved_by, approved_at) IN (0, 3)
        ELSE num_nonnulls(approved_by_id, approved_by, approved_at) = 3 END`;

/** Adds the approval by a second person to batches, and to each payout the marks of its account. */
export class ApprovePayoutBatches1763600024500 implements MigrationInterface {
  /** The previous program gives the file out without an approval. */
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payout ADD holder_differs boolean, ADD iban_repeated boolean`);
    await runner.query(`ALTER TABLE payout_batch ADD approved_by_id bigint, ADD approved_by text, ADD approved_at timestamptz`);
    await runner.query(`
      UPDATE payout_batch SET approved_by_id = ended_by_id, approved_by = ended_by, approved_at = ended_at WHERE status = 'CONFIRMED'`);
    await replaceChecks(runner, `'PREPARED', 'APPROVED'`, `, 'APPROVED'`);
    await runner.query(`
      ALTER TABLE payout_batch ADD CONSTRAINT payout_batch_approved_check CHECK (${APPROVED}),
        ADD CONSTRAINT payout_batch_approval_check CHECK (approved_by_id <> prepared_by_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payout_batch DROP CONSTRAINT payout_batch_approved_check, DROP CONSTRAINT payout_batch_approval_check`);
    await runner.query(`UPDATE payout_batch SET status = 'PREPARED' WHERE status = 'APPROVED'`);
    await replaceChecks(runner, `'PREPARED'`, '');
    await runner.query(`ALTER TABLE payout_batch DROP approved_by_id, DROP approved_by, DROP approved_at`);
    await runner.query(`ALTER TABLE payout DROP holder_differs, DROP iban_repeated`);
  }
}

async function replaceChecks(runner: QueryRunner, open: string, approved: string): Promise<void> {
  await runner.query(`
    ALTER TABLE payout_batch DROP CONSTRAINT payout_batch_status_check, DROP CONSTRAINT payout_batch_ended_check,
      ADD CONSTRAINT payout_batch_status_check CHECK (status IN ('PREPARED'${approved}, 'CONFIRMED', 'CANCELLED')),
      ADD CONSTRAINT payout_batch_ended_check CHECK (${ENDED.replace('OPEN', open)})`);
}
