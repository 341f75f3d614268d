import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of the reference lists, the same for both environments: a version is never edited, a later one is another row. */
export class CreateParameterVersion1763600006700 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // The rows as `json`, not `jsonb`: they are answered in the order in which they were written.
    await runner.query(`
      CREATE TABLE parameter_version (
        list text NOT NULL,
        version integer NOT NULL,
        valid_from date NOT NULL,
        content json NOT NULL,
        loaded_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT parameter_version_pkey PRIMARY KEY (list, version),
        CONSTRAINT parameter_version_version_check CHECK (version > 0),
        CONSTRAINT parameter_version_content_check CHECK (json_typeof(content) = 'array')
      )`);
    await runner.query(
      `CREATE TRIGGER parameter_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON parameter_version
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE parameter_version`);
  }
}
