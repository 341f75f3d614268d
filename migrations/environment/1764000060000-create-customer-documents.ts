import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what a customer reads before the contract (customer.1), and adds the insurer's details to its settings. */
export class CreateCustomerDocuments1764000060000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await runner.query(`UPDATE setting SET value = $1::jsonb || value WHERE key = 'insurer'`, [JSON.stringify(INSURER)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `
      UPDATE setting SET value = value - $1::text[] WHERE key = 'insurer'`,
      [Object.keys(INSURER)],
    );
    await runner.query('DROP TABLE information_document');
  }
}

/** Sample values, like those of the insurer's name and address. */
const INSURER = {
  gemi: '000000000000',
  seat: { el: 'Αθήνα, Ελλάδα', en: 'Athens, Greece' },
  registration: {
    el: 'ασφαλιστική επιχείρηση με έδρα στην Ελλάδα, αρ. άδειας 00000, υπό την εποπτεία της Τράπεζας της Ελλάδος',
    en: 'insurance undertaking registered in Greece, authorisation no. 00000, supervised by the Bank of Greece',
  },
  applicableLaw: {
    el: 'Η σύμβαση διέπεται από το ελληνικό δίκαιο. Αρμόδια είναι τα δικαστήρια που ορίζει ο νόμος.',
    en: 'The contract is governed by Greek law. The courts designated by law have jurisdiction.',
  },
};

const UP = `
  -- Equal data gives the same document, so that its hash proves what was shown.
  CREATE TABLE information_document (
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    version text NOT NULL,
    language text NOT NULL,
    source_sha256 bytea NOT NULL,
    sha256 bytea NOT NULL,
    content bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT information_document_pkey PRIMARY KEY (id),
    CONSTRAINT information_document_source_sha256_key UNIQUE (source_sha256),
    CONSTRAINT information_document_kind_check CHECK (kind IN ('IPID', 'TERMS', 'PRIVACY')),
    CONSTRAINT information_document_language_check CHECK (language IN ('el', 'en')),
    CONSTRAINT information_document_sha256_check CHECK (length(source_sha256) = 32 AND length(sha256) = 32)
  );
  ALTER TABLE information_document ALTER COLUMN content SET STORAGE EXTERNAL;
  COMMENT ON TABLE information_document IS 'A printed document that many customers get: product information, terms, privacy notice. Written by: its first reader; never changed.';
  COMMENT ON COLUMN information_document.version IS 'FIRE-SAMPLE 1 104 (tariff, version, bundle), or the version of the legal texts.';
  COMMENT ON COLUMN information_document.source_sha256 IS 'Digest of the data that it was printed from.';
  CREATE TRIGGER information_document_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON information_document
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
