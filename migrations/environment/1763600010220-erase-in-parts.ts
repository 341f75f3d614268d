import type { MigrationInterface, QueryRunner } from 'typeorm';

const ERASING = `LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`;

/** Past what keeps history, for as long as the function runs and not longer; one that fails takes its transaction with it. */
const erasing = (statements: string): string => `
      PERFORM set_config('record.erasing', 'on', true);
      ${statements.trim()}
      PERFORM set_config('record.erasing', 'off', true);`;

/** What erases a person, one part at a time. Whose and what a part is, the caller decides; nobody else opens the history. */
export class EraseInParts1763600010220 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION erase_party(bigint, bigint[])`);
    await createMentionErasers(runner);
    await createRegisterEraser(runner);
    await createApplicationErasers(runner);
    await createVersionErasers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP FUNCTION erase_version_texts(text, bigint[], integer[], text[]), erase_person_versions(bigint[], integer[], text)`,
    );
    await runner.query(`DROP FUNCTION erase_client_versions(bigint[], integer[])`);
    await runner.query(`DROP FUNCTION erase_named_applications(bigint[], text), erase_client_applications(bigint[])`);
    await runner.query(`DROP FUNCTION erase_register(bigint, text[]), erase_texts(regclass, text, bigint[], text[])`);
    await runner.query(`DROP FUNCTION erase_mentions(jsonb, text[]), erase_mentions(json, text[]), erase_mentions(text, text[])`);
    await restoreErasure(runner);
  }
}

export async function createMentionErasers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION erase_mentions(value text, patterns text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE pattern text;
    BEGIN
      FOREACH pattern IN ARRAY patterns LOOP value := regexp_replace(value, pattern, '[erased]', 'g'); END LOOP;
      RETURN value;
    END $$`);
  // What stands with an AFM of its own is a person's own record, perhaps another's of the same house and telephone. Fields keep their order.
  await runner.query(`
    CREATE FUNCTION erase_mentions(value json, patterns text[]) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT SET search_path FROM CURRENT AS $$
    BEGIN
      RETURN CASE json_typeof(value)
        WHEN 'object' THEN CASE WHEN value -> 'afm' IS NOT NULL THEN value
          ELSE (SELECT coalesce(json_object_agg(key, erase_mentions(item, patterns) ORDER BY place), '{}')
            FROM json_each(value) WITH ORDINALITY AS e(key, item, place)) END
        WHEN 'array' THEN (SELECT coalesce(json_agg(erase_mentions(item, patterns) ORDER BY place), '[]')
          FROM json_array_elements(value) WITH ORDINALITY AS e(item, place))
        WHEN 'string' THEN to_json(erase_mentions(value #>> '{}', patterns))
        ELSE value END;
    END $$`);
  await runner.query(`
    CREATE FUNCTION erase_mentions(value jsonb, patterns text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT
    RETURN erase_mentions(value::json, patterns)::jsonb`);
  await runner.query(`
    CREATE FUNCTION erase_texts(place regclass, field text, ids bigint[], patterns text[]) RETURNS void ${ERASING} AS $$
    BEGIN ${erasing(`
      EXECUTE format('UPDATE %s t SET %I = erase_mentions(t.%I, $1) WHERE t.id = ANY ($2)', place, field, field) USING patterns, ids;`)}
    END $$`);
}

/**
 * The person goes from the register, and these agents' records of the AFM with it: who writes of the AFM from then on writes of somebody new. What the
 * register has not seen of the records is left to it: it finds none.
 */
async function createRegisterEraser(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION erase_register(party bigint, agents text[]) RETURNS void ${ERASING} AS $$
    DECLARE wanted text;
    BEGIN ${erasing(`
      SELECT p.afm INTO STRICT wanted FROM party p WHERE p.id = party;
      DELETE FROM staff_message m WHERE m.party_id = party;
      DELETE FROM bonus_malus_registry b WHERE b.afm = wanted;
      DELETE FROM party_version v USING party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents) AND v.agent_code = r.agent_code AND v.party_id = r.id;
      DELETE FROM party_version v WHERE v.party_id = party AND v.agent_code IS NULL;
      DELETE FROM party_contact c USING party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents) AND c.agent_code = r.agent_code AND c.party_id = r.id;
      DELETE FROM party_address a USING party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents) AND a.agent_code = r.agent_code AND a.party_id = r.id;
      DELETE FROM party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents);
      DELETE FROM party p WHERE p.id = party;`)}
    END $$`);
}

export async function createApplicationErasers(runner: QueryRunner): Promise<void> {
  // Of an application whose client the person was everything private goes, with the documents and what staff wrote of it.
  await runner.query(`
    CREATE FUNCTION erase_client_applications(applications bigint[]) RETURNS void ${ERASING} AS $$
    BEGIN ${erasing(`
      UPDATE application a SET client_afm = '000000000', client_name = '—', plate_no = NULL, messages = '[]', approval = NULL,
        questionnaire = erase_values(a.questionnaire::jsonb, '')::json
      WHERE a.id = ANY (applications);
      UPDATE status_transition t SET reason = NULL WHERE t.application_id = ANY (applications) AND t.reason IS NOT NULL;
      DELETE FROM document d WHERE d.application_id = ANY (applications);
      UPDATE staff_message m SET text = '{"el": "—", "en": "—"}' WHERE m.application_id = ANY (applications);
      UPDATE gateway.audit_entry e SET details = e.details - ARRAY['reason', 'messages', 'terms']
      WHERE e.subject_type = 'application' AND e.environment = current_schema()
        AND e.subject_id IN (SELECT id::text FROM unnest(applications) AS id);`)}
    END $$`);
  // Of those of others the person alone, and what was printed while they named it.
  await runner.query(`
    CREATE FUNCTION erase_named_applications(applications bigint[], wanted text) RETURNS void ${ERASING} AS $$
    BEGIN ${erasing(`
      DELETE FROM document d USING application a
      WHERE a.id = ANY (applications) AND d.application_id = a.id AND d.is_system AND (
        position(wanted IN a.questionnaire::text) > 0
        OR EXISTS (SELECT FROM application_version v WHERE v.application_id = a.id AND position(wanted IN v.state::text) > 0
          AND v.valid_from <= d.created_at AND v.valid_until > d.created_at));
      UPDATE application a SET questionnaire = erase_person(a.questionnaire::jsonb, wanted)::json
      WHERE a.id = ANY (applications) AND position(wanted IN a.questionnaire::text) > 0;`)}
    END $$`);
}

/** A former state is named by application and version, at the same place of both lists. */
export async function createVersionErasers(runner: QueryRunner): Promise<void> {
  const these = `(v.application_id, v.version) IN (SELECT * FROM unnest(applications, versions))`;
  await runner.query(`
    CREATE FUNCTION erase_client_versions(applications bigint[], versions integer[]) RETURNS void ${ERASING} AS $$
    BEGIN ${erasing(`
      UPDATE application_version v SET state = v.state || jsonb_build_object('client_afm', '000000000', 'client_name', '—', 'plate_no', NULL,
        'messages', '[]'::jsonb, 'approval', NULL, 'questionnaire', erase_values(v.state -> 'questionnaire', ''))
      WHERE ${these};`)}
    END $$`);
  await runner.query(`
    CREATE FUNCTION erase_person_versions(applications bigint[], versions integer[], wanted text) RETURNS void ${ERASING} AS $$
    BEGIN ${erasing(`
      UPDATE application_version v SET state = CASE WHEN v.state ->> 'client_afm' = wanted
        THEN v.state || jsonb_build_object('client_afm', '000000000', 'client_name', '—') ELSE v.state END
        || jsonb_build_object('questionnaire', erase_person(v.state -> 'questionnaire', wanted))
      WHERE ${these} AND position(wanted IN v.state::text) > 0;`)}
    END $$`);
  await runner.query(`
    CREATE FUNCTION erase_version_texts(field text, applications bigint[], versions integer[], patterns text[]) RETURNS void ${ERASING} AS $$
    BEGIN ${erasing(`
      UPDATE application_version v SET state = v.state || jsonb_build_object(field, erase_mentions(v.state -> field, patterns))
      WHERE ${these} AND v.state ? field;`)}
    END $$`);
}

/** As it was before. */
async function restoreErasure(runner: QueryRunner): Promise<void> {
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
      DELETE FROM party_version v USING party_record r WHERE r.afm = person.afm AND v.agent_code = r.agent_code AND v.party_id = r.id;
      DELETE FROM party_version v WHERE v.party_id = party AND v.agent_code IS NULL;
      DELETE FROM party_contact c USING party_record r WHERE r.afm = person.afm AND c.agent_code = r.agent_code AND c.party_id = r.id;
      DELETE FROM party_address a USING party_record r WHERE r.afm = person.afm AND a.agent_code = r.agent_code AND a.party_id = r.id;
      DELETE FROM party_record r WHERE r.afm = person.afm;
      DELETE FROM party p WHERE p.id = party;
      PERFORM set_config('record.erasing', 'off', true);
    END $$`);
}
