import type { MigrationInterface } from 'typeorm';

/** Allows applications and tariffs of the line in the schemas `production` and `sandbox`. */
export class AddTravel1764100000000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: { query(text: string): Promise<unknown> }): Promise<void> {
    await runner.query(`ALTER TABLE application DROP CONSTRAINT application_line_check`);
    await runner.query(`ALTER TABLE application ADD CONSTRAINT application_line_check CHECK (line IN ('fire', 'motor', 'travel'))`);
    await runner.query(`ALTER TABLE tariff DROP CONSTRAINT tariff_branch_check`);
    await runner.query(`ALTER TABLE tariff ADD CONSTRAINT tariff_branch_check CHECK (branch IN ('FIRE', 'MOTOR', 'TRAVEL'))`);
  }

  async down(): Promise<void> {}
}
