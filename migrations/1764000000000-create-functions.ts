import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schemaOf } from './schema.js';

// Copies the tables of src/common/fold-name.ts at the time of this migration.
const MARKS = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+`;
const BLANKS = String.raw`[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`;
const FROM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςµÆÐØÞĐĦıŁŊŒŦẞ' + 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ';
const TO = 'abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψωσμæðøþđħiłŋœŧß' + 'абвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ';

/** Permitted changes of append-only tables per schema: erasures, in the gateway by updates only, and sandbox resets. */
const EXCEPTIONS = {
  gateway: `TG_OP = 'UPDATE' AND current_setting('record.erasing', true) = 'on'`,
  production: `TG_OP <> 'TRUNCATE' AND current_setting('record.erasing', true) = 'on'`,
  sandbox: `TG_OP <> 'TRUNCATE' AND (current_setting('record.erasing', true) = 'on' OR current_setting('record.resetting', true) = 'on')`,
};

/** Creates functions that fold names for search, guard append-only tables, and check batched statements. */
export class CreateFunctions1764000000000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // A body in standard SQL is bound when it is created, so no search path, restore or reindex changes its meaning.
    await runner.query(`
      CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN btrim(
        regexp_replace(
          translate(regexp_replace(normalize(name COLLATE "C", NFD), '${MARKS}', '', 'g'), '${FROM}', '${TO}'),
          '${BLANKS}', ' ', 'g'),
        ' ')`);
    // Used once per append-only table, as a trigger BEFORE UPDATE OR DELETE OR TRUNCATE … FOR EACH STATEMENT.
    await runner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF ${EXCEPTIONS[await schemaOf(runner)]} THEN RETURN NULL; END IF;
        RAISE EXCEPTION 'Table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
      END $$`);
    // Lets a statement stop those that are sent together with it.
    await runner.query(`
      CREATE FUNCTION demand(holds boolean, what text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF holds IS NOT TRUE THEN
          RAISE EXCEPTION USING ERRCODE = 'IG001', MESSAGE = what;
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION demand, refuse_change, fold_name');
  }
}
