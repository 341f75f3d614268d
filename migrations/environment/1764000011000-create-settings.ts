import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildLegalTexts } from '../legal-texts.js';
import { isSandbox } from '../schema.js';

/** Creates tariffs, and settings of staff with their initial values. */
export class CreateSettings1764000011000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    // Creditor 0000 distinguishes payment codes of the sandbox from real ones.
    const settings = { ...SETTINGS, creditorCode: (await isSandbox(runner)) ? '0000' : '1234' };
    for (const [key, value] of Object.entries(settings))
      await runner.query('INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, now())', [key, JSON.stringify(value)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tariff, setting');
  }
}

const UP = `
  CREATE TABLE setting (
    key text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT setting_pkey PRIMARY KEY (key)
  );
  COMMENT ON TABLE setting IS 'A setting of the insurer, one row for each. Written by: administration of settings.';

  -- A version is never edited, a later one is another row.
  CREATE TABLE tariff (
    code text NOT NULL,
    version integer NOT NULL,
    branch text NOT NULL,
    valid_from date NOT NULL,
    valid_to date,
    content jsonb NOT NULL,
    sha256 bytea NOT NULL,
    loaded_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT tariff_pkey PRIMARY KEY (code, version),
    CONSTRAINT tariff_branch_check CHECK (branch IN ('FIRE', 'MOTOR')),
    CONSTRAINT tariff_dates_check CHECK (valid_to IS NULL OR valid_to >= valid_from)
  );
  COMMENT ON TABLE tariff IS 'A version of a tariff as it was loaded; never changed. Written by: the command tariff.';
  CREATE TRIGGER tariff_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tariff
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

/** Sample values, like the tariffs. */
const INSURER = {
  name: { el: 'Υπόδειγμα Ασφαλιστική Α.Ε.', en: 'Sample Insurance S.A.' },
  afm: '094014201',
  address: { el: 'Λεωφ. Συγγρού 100, 117 41 Αθήνα', en: '100 Syngrou Ave., 117 41 Athens' },
  phone: '+30 210 0000000',
  email: 'info@insurer.example',
};

const SETTINGS = {
  insurer: INSURER,
  prepayCancelDays: 15,
  // 0 disables erasure by age until the insurer sets the years, because an erasure cannot be undone.
  retentionYears: 0,
  documentsPerApplication: 100,
  documentMegabytesPerApplication: 100,
  documentMegabytesPerAgentDay: 2000,
  eventRetentionDays: 90,
  // The insurer's code at its motor insurers' bureau, for green cards.
  greenCardInsurerCode: '000',
  legalTexts: buildLegalTexts(INSURER),
  payoutIban: null,
};
