import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the policies whose document is printed after the commit of their issue (documents.9). */
export class CreatePoliciesToPrint1764000900000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE policy_to_print;
      ALTER TABLE application ADD CONSTRAINT application_policy_document_id_fkey FOREIGN KEY (policy_document_id) REFERENCES document (id)`);
  }
}

const UP = `
  CREATE TABLE policy_to_print (
    application_id bigint NOT NULL,
    document_id bigint NOT NULL DEFAULT nextval('document_id_seq'),
    file_name text NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    greek json NOT NULL,
    english json NOT NULL,
    leased_until timestamptz NOT NULL,
    CONSTRAINT policy_to_print_pkey PRIMARY KEY (application_id),
    CONSTRAINT policy_to_print_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE policy_to_print IS
    'Content of the document of an issued policy until it is printed. Written by: issues by money of a customer; deleted by the transaction that stores the document.';
  COMMENT ON COLUMN policy_to_print.document_id IS 'Reserved at the issue, so that links to the document are valid before it is stored.';
  COMMENT ON COLUMN policy_to_print.leased_until IS 'Until then the node that committed or claimed the policy prints it; afterwards any node does.';
  CREATE INDEX policy_to_print_leased_until_idx ON policy_to_print (leased_until);

  -- The document is stored later than the policy that names it.
  ALTER TABLE application DROP CONSTRAINT application_policy_document_id_fkey;`;
