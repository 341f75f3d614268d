import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The one way past what keeps history: a function that erases a person who has no contract. Whether that is so, its caller decides. */
export class ErasePersons1763600006710 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await openHistory(runner);
    await createErasers(runner);
    await createErasure(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION erase_party(bigint, bigint[])`);
    await runner.query(`DROP FUNCTION erase_person(jsonb, text), erase_values(jsonb, text)`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        RAISE EXCEPTION 'Table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
      END $$`);
    await runner.query(`DROP TRIGGER application_keep_version ON application`);
    await runner.query(
      `CREATE TRIGGER application_keep_version BEFORE UPDATE ON application FOR EACH ROW EXECUTE FUNCTION keep_application_version()`,
    );
  }
}

/** `record.erasing` is set by the functions that erase, while they run. Whoever may run SQL can set it: it guards against mistakes, not against intent. */
async function openHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND current_setting('record.erasing', true) = 'on' THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'Table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
    END $$`);
  // What is erased is not kept as a former state.
  await runner.query(`DROP TRIGGER application_keep_version ON application`);
  await runner.query(`
    CREATE TRIGGER application_keep_version BEFORE UPDATE ON application
    FOR EACH ROW WHEN (current_setting('record.erasing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION keep_application_version()`);
}

/** Both keep the shape of what they are given, so that it can still be read. */
async function createErasers(runner: QueryRunner): Promise<void> {
  // Codes, figures and the dates of the insurance stay; every other text, and what tells of a birth, goes.
  await runner.query(String.raw`
    CREATE FUNCTION erase_values(value jsonb, field text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
    DECLARE
      content text := value #>> '{}';
      is_private boolean := field ~* 'name|comment|owner|pawner|title|address|city|street|number|phone|mobile|mail|afm|amka|passport|plate|identity|birth';
    BEGIN
      RETURN CASE jsonb_typeof(value)
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, erase_values(item, key)), '{}') FROM jsonb_each(value) AS e(key, item))
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_values(item, field) ORDER BY place), '[]')
          FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, place))
        WHEN 'number' THEN CASE WHEN field ~* 'birth' THEN '1900'::jsonb ELSE value END
        WHEN 'string' THEN CASE
          WHEN field = 'afm' THEN '"000000000"'::jsonb
          WHEN content ~ '^\d{4}-\d\d-\d\d' THEN CASE WHEN field ~* 'birth|identity|licence' THEN '"1900-01-01"'::jsonb ELSE value END
          WHEN NOT is_private AND (field ~* 'code$' OR content ~ '^[0-9A-Z]{1,4}( [0-9A-Z]{1,4})*$') THEN value
          ELSE '"—"'::jsonb END
        ELSE value END;
    END $$`);
  // Only the persons of the AFM, wherever they stand.
  await runner.query(`
    CREATE FUNCTION erase_person(value jsonb, wanted text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
    BEGIN
      RETURN CASE jsonb_typeof(value)
        WHEN 'object' THEN CASE WHEN value ->> 'afm' = wanted THEN erase_values(value, '')
          ELSE (SELECT coalesce(jsonb_object_agg(key, erase_person(item, wanted)), '{}') FROM jsonb_each(value) AS e(key, item)) END
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_person(item, wanted) ORDER BY place), '[]')
          FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, place))
        ELSE value END;
    END $$`);
}

/**
 * `applications` are all that name the person, now or formerly. Of those whose client it is everything private goes; of others the person alone. The
 * party itself, with what agents keep of it and its history, is deleted.
 */
async function createErasure(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION erase_party(party bigint, applications bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    DECLARE
      person record;
      own bigint[];
    BEGIN
      SELECT p.afm, p.last_name INTO STRICT person FROM party p WHERE p.id = party;
      PERFORM set_config('record.erasing', 'on', true);
      SELECT coalesce(array_agg(a.id), '{}') INTO own FROM application a WHERE a.id = ANY (applications) AND a.client_afm = person.afm;

      DELETE FROM kept_answer k USING (
        SELECT person.afm AS text UNION SELECT person.last_name UNION SELECT c.contact FROM party_contact c WHERE c.party_id = party) AS t
      WHERE position(convert_to(t.text, 'UTF8') IN k.body) > 0;

      UPDATE application a SET client_afm = '000000000', client_name = '—', plate_no = NULL, messages = '[]', approval = NULL,
        questionnaire = erase_values(a.questionnaire::jsonb, '')::json
      WHERE a.id = ANY (own);
      UPDATE application_version v SET state = v.state || jsonb_build_object('client_afm', '000000000', 'client_name', '—', 'plate_no', NULL,
        'messages', '[]'::jsonb, 'approval', NULL, 'questionnaire', erase_values(v.state -> 'questionnaire', ''))
      WHERE v.application_id = ANY (own);
      UPDATE status_transition t SET reason = NULL WHERE t.application_id = ANY (own) AND t.reason IS NOT NULL;
      DELETE FROM document d WHERE d.application_id = ANY (own);
      DELETE FROM staff_message m WHERE m.party_id = party;
      UPDATE staff_message m SET text = '{"el": "—", "en": "—"}' WHERE m.application_id = ANY (own);

      UPDATE application a SET questionnaire = erase_person(a.questionnaire::jsonb, person.afm)::json
      WHERE a.id = ANY (applications) AND NOT a.id = ANY (own) AND position(person.afm IN a.questionnaire::text) > 0;
      UPDATE application_version v SET state = CASE WHEN v.state ->> 'client_afm' = person.afm
        THEN v.state || jsonb_build_object('client_afm', '000000000', 'client_name', '—') ELSE v.state END
        || jsonb_build_object('questionnaire', erase_person(v.state -> 'questionnaire', person.afm))
      WHERE v.application_id = ANY (applications) AND NOT v.application_id = ANY (own);

      DELETE FROM bonus_malus_registry r WHERE r.afm = person.afm;
      DELETE FROM party_version v WHERE v.party_id = party;
      DELETE FROM party_contact c WHERE c.party_id = party;
      DELETE FROM party_address a WHERE a.party_id = party;
      DELETE FROM party_agent a WHERE a.party_id = party;
      DELETE FROM party p WHERE p.id = party;
      PERFORM set_config('record.erasing', 'off', true);
    END $$`);
}
