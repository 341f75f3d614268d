import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the insurer's staff may set, one row each, with the values an installation starts with. */
export class CreateSettings1763600002000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE setting (
        key text NOT NULL,
        value jsonb NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT setting_pkey PRIMARY KEY (key)
      )`);
    // Figures of the insurer are samples like the tariffs. Payment codes of the sandbox must never be taken for real ones: creditor 0000.
    await runner.query(`
      INSERT INTO setting (key, value, updated_at) VALUES
        ('insurer', '{"name": {"el": "Υπόδειγμα Ασφαλιστική Α.Ε.", "en": "Sample Insurance S.A."}, "afm": "094014201",
          "address": {"el": "Λεωφ. Συγγρού 100, 117 41 Αθήνα", "en": "100 Syngrou Ave., 117 41 Athens"},
          "phone": "+30 210 0000000", "email": "info@insurer.example"}', now()),
        ('creditorCode', to_jsonb(CASE WHEN current_schema() = 'sandbox' THEN '0000' ELSE '1234' END), now()),
        ('prepayCancelDays', '15', now())`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE setting`);
  }
}
