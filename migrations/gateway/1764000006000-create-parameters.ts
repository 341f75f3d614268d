import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the versions of the reference lists, which both environments share. */
export class CreateParameters1764000006000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE parameter_version`);
  }
}

const UP = `
  -- json instead of jsonb: rows are returned in the order in which they were written.
  CREATE TABLE parameter_version (
    list text NOT NULL,
    version integer NOT NULL,
    valid_from date NOT NULL,
    content json NOT NULL,
    loaded_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT parameter_version_pkey PRIMARY KEY (list, version),
    CONSTRAINT parameter_version_version_check CHECK (version > 0),
    CONSTRAINT parameter_version_content_check CHECK (json_typeof(content) = 'array')
  );
  COMMENT ON TABLE parameter_version IS
    'A version of a reference list. It holds the whole list and is never changed. Written by: the command parameters.';
  CREATE TRIGGER parameter_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON parameter_version
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
