import type { MigrationInterface, QueryRunner } from 'typeorm';

// The tables of src/common/fold-name.ts as they were when this migration was written.
const MARKS = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+`;
const BLANKS = String.raw`[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`;
const FROM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςµÆÐØÞĐĦıŁŊŒŦẞ' + 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ';
const TO = 'abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψωσμæðøþđħiłŋœŧß' + 'абвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ';

/** What every schema begins with: the folded form of names for search, and the guard of append-only tables. */
export class CreateFunctions1763600000000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // A body in standard SQL is bound when it is created: neither the caller's search path nor a restore or reindex changes its meaning.
    await runner.query(`
      CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN btrim(
        regexp_replace(
          translate(regexp_replace(normalize(name COLLATE "C", NFD), '${MARKS}', '', 'g'), '${FROM}', '${TO}'),
          '${BLANKS}', ' ', 'g'),
        ' ')`);
    // To be used once per append-only table, as a trigger BEFORE UPDATE OR DELETE OR TRUNCATE … FOR EACH STATEMENT.
    await runner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        RAISE EXCEPTION 'Table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION refuse_change()');
    await runner.query('DROP FUNCTION fold_name(text)');
  }
}
