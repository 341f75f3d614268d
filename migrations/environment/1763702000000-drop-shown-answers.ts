import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the stored texts of responses: an application is mapped when it is read. */
export class DropShownAnswers1763702000000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER application_drop_shown ON application');
    await runner.query('DROP FUNCTION drop_shown_answer()');
    await runner.query(`
      CREATE OR REPLACE FUNCTION keep_application_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.version <> OLD.version + 1 THEN
          RAISE EXCEPTION 'application %: version % cannot follow %', OLD.id, NEW.version, OLD.version;
        END IF;
        INSERT INTO application_version (application_id, version, valid_from, valid_until, state)
        VALUES (OLD.id, OLD.version, OLD.updated_at, NEW.updated_at, to_jsonb(OLD) - 'client_search');
        RETURN NEW;
      END $$`);
    await runner.query('ALTER TABLE application DROP COLUMN shown, DROP COLUMN shown_form, DROP COLUMN shown_version');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE application ADD COLUMN shown text, ADD COLUMN shown_form smallint, ADD COLUMN shown_version integer');
    await runner.query(`
      CREATE FUNCTION drop_shown_answer() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.shown := NULL;
        NEW.shown_form := NULL;
        NEW.shown_version := NULL;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER application_drop_shown BEFORE UPDATE ON application FOR EACH ROW
      WHEN (NEW.shown IS NOT NULL AND (NEW.shown_version IS NOT DISTINCT FROM OLD.shown_version OR NEW.shown_version <> NEW.version))
      EXECUTE FUNCTION drop_shown_answer()`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION keep_application_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.version <> OLD.version + 1 THEN
          RAISE EXCEPTION 'application %: version % cannot follow %', OLD.id, NEW.version, OLD.version;
        END IF;
        OLD.shown := NULL;
        OLD.shown_form := NULL;
        OLD.shown_version := NULL;
        INSERT INTO application_version (application_id, version, valid_from, valid_until, state)
        VALUES (OLD.id, OLD.version, OLD.updated_at, NEW.updated_at, to_jsonb(OLD) - 'client_search');
        RETURN NEW;
      END $$`);
  }
}
