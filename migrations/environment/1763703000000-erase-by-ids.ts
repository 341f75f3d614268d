import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createApplicationErasers, createMentionErasers, createVersionErasers } from './1763600010220-erase-in-parts.js';
import { createErasures, isSandbox } from './1763600012320-reset-agents.js';
import { createEraser } from './1763600014200-create-staff-work.js';

const ERASING = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT';

/** Lets an erasure find applications and cached responses by ids, without a search of texts. Erasures under way start again, which changes nothing twice. */
export class EraseByIds1763703000000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE kept_answer ADD COLUMN resources text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`CREATE INDEX kept_answer_resources_idx ON kept_answer USING gin (resources) WITH (fastupdate = off)`);
    await runner.query(`
      CREATE FUNCTION named_afms(state jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN jsonb_path_query_array(state, 'lax $.questionnaire.**.afm')`);
    await runner.query(`
      CREATE INDEX application_version_named_afms_idx ON application_version USING gin (named_afms(state) jsonb_path_ops) WITH (fastupdate = off)`);
    await runner.query(`
      ALTER TABLE erasure DROP COLUMN plan, DROP COLUMN omitted, DROP COLUMN step, DROP COLUMN steps, DROP COLUMN after`);
    await runner.query(`
      ALTER TABLE erasure ADD COLUMN after bigint NOT NULL DEFAULT 0, ADD COLUMN after_version integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT erasure_forgotten_check CHECK ((state = 'running') = (afm IS NOT NULL) AND (state = 'running') = (actor IS NOT NULL))`);
    await runner.query(`
      UPDATE erasure SET rows_done = 0, actor = jsonb_build_object('actor', actor -> 'actor',
        'signature', jsonb_build_object('role', actor -> 'doer' -> 'actor', 'name', actor -> 'doer' -> 'actorName'))
      WHERE state = 'running'`);
    await runner.query(`
      DROP FUNCTION erase_version_texts(text, bigint[], integer[], text[]), erase_person_versions(bigint[], integer[], text),
        erase_client_versions(bigint[], integer[]), erase_named_applications(bigint[], text), erase_client_applications(bigint[]),
        erase_texts(regclass, text, bigint[], text[]), erase_mentions(jsonb, text[]), erase_mentions(json, text[]), erase_mentions(text, text[]),
        readable(bytea)`);
    await replacePersonEraser(
      runner,
      `WHEN value ? 'afm' THEN value`,
      `CASE WHEN key ~* '${TEXTS}' THEN erase_values(item, key) ELSE erase_person(item, wanted) END`,
    );
    await createStateEraser(runner);
    await createApplicationEraser(runner);
    if (await isSandbox(runner)) await replaceReset(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) {
      await runner.query('DROP FUNCTION reset_erasures(text, integer)');
      await createErasures(runner);
    }
    await runner.query('DROP FUNCTION erase_applications(bigint, bigint[]), erase_former_states(bigint, bigint[], integer, integer)');
    await replacePersonEraser(runner, '', 'erase_person(item, wanted)');
    await createMentionErasers(runner);
    await createApplicationErasers(runner);
    await createVersionErasers(runner);
    await createEraser(runner, `UPDATE application_note n SET text = '—' WHERE n.application_id = ANY (applications);`);
    await runner.query(`
      CREATE FUNCTION readable(content bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT SET search_path FROM CURRENT AS $$
      BEGIN
        RETURN convert_from(content, 'UTF8');
      EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
        RETURN '';
      END $$`);
    await runner.query(`
      ALTER TABLE erasure DROP CONSTRAINT erasure_forgotten_check, DROP COLUMN after, DROP COLUMN after_version`);
    await runner.query(`
      ALTER TABLE erasure ADD COLUMN plan jsonb, ADD COLUMN after jsonb,
        ADD COLUMN step integer NOT NULL DEFAULT 0, ADD COLUMN steps integer NOT NULL DEFAULT 1, ADD COLUMN omitted jsonb NOT NULL DEFAULT '{}'`);
    await runner.query(`
      UPDATE erasure SET actor = jsonb_build_object('actor', actor -> 'actor', 'doer',
          jsonb_build_object('actor', actor -> 'signature' -> 'role', 'actorName', actor -> 'signature' -> 'name')),
        plan = jsonb_build_object('agents', '[]'::jsonb, 'staff', '{"names": [], "numbers": [], "papers": [], "plates": [], "phones": [], "emails": []}'::jsonb,
          'lastIds', '{"application": 0, "request": 0, "message": 0}'::jsonb, 'startedAt', started_at)
      WHERE state = 'running'`);
    await runner.query(`
      ALTER TABLE erasure ALTER COLUMN steps DROP DEFAULT, ALTER COLUMN omitted DROP DEFAULT, ADD CONSTRAINT erasure_forgotten_check CHECK (
        (state = 'running') = (afm IS NOT NULL) AND (state = 'running') = (plan IS NOT NULL) AND (state = 'running') = (actor IS NOT NULL))`);
    await runner.query('DROP INDEX application_version_named_afms_idx');
    await runner.query('DROP FUNCTION named_afms(jsonb)');
    await runner.query('ALTER TABLE kept_answer DROP COLUMN resources');
  }
}

/** Fields of an application in which somebody writes freely, or names a driver. */
const TEXTS = 'comment|description|ratecode|^pawner|^secondowner|^driver';

/** Erases the persons of the AFM wherever they stand; other persons, who have an AFM of their own, stay. */
async function replacePersonEraser(runner: QueryRunner, others: string, item: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION erase_person(value jsonb, wanted text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
    BEGIN
      RETURN CASE jsonb_typeof(value)
        WHEN 'object' THEN CASE
          WHEN value ->> 'afm' = wanted THEN erase_values(value, '')
          ${others}
          ELSE (SELECT coalesce(jsonb_object_agg(key, ${item}), '{}') FROM jsonb_each(value) AS e(key, item)) END
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_person(item, wanted) ORDER BY place), '[]')
          FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, place))
        ELSE value END;
    END $$`);
}

/** Waits for another erasure of these applications, which files one more state of each, and opens the history. */
const BEGIN = `
      wanted text := (SELECT e.afm FROM erasure e WHERE e.party_id = party);
      named bigint[] := ARRAY(
        SELECT e.application_id FROM erasure_application e WHERE e.party_id = party AND e.application_id = ANY (ids) AND e.is_named);
    BEGIN
      PERFORM set_config('record.erasing', 'on', true);
      PERFORM FROM document d WHERE d.application_id = ANY (named) ORDER BY d.id FOR UPDATE;
      PERFORM FROM application a WHERE a.id = ANY (named) ORDER BY a.id FOR UPDATE;`.trim();

/** Creates the function that erases former states of applications that an erasure lists, and what was printed of those that no longer name the person. */
async function createStateEraser(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION erase_former_states(party bigint, ids bigint[], above integer, up_to integer) RETURNS void ${ERASING} AS $$
    DECLARE
      ${BEGIN}
      DELETE FROM document d USING erasure_application e, application_version v
      WHERE e.party_id = party AND e.application_id = ANY (ids) AND NOT e.is_named AND v.application_id = e.application_id
        AND v.version > above AND v.version <= up_to AND v.version < e.version AND named_afms(v.state) @> jsonb_build_array(wanted)
        AND d.application_id = e.application_id AND d.is_system AND v.valid_from <= d.created_at AND v.valid_until > d.created_at;
      -- Another erasure may have filed a state of an application that names the person; what an agent wrote since names somebody new.
      UPDATE application_version v SET state = v.state || jsonb_build_object('messages', '[]'::jsonb, 'approval', NULL, 'questionnaire',
          CASE WHEN e.is_own THEN erase_values(v.state -> 'questionnaire', '') ELSE erase_person(v.state -> 'questionnaire', wanted) END)
        || CASE WHEN e.is_own OR v.state ->> 'client_afm' = wanted
          THEN jsonb_build_object('client_afm', '000000000', 'client_name', '—', 'plate_no', NULL) ELSE '{}' END
      FROM erasure_application e
      WHERE e.party_id = party AND e.application_id = ANY (ids) AND v.application_id = e.application_id
        AND v.version > above AND v.version <= up_to AND (e.is_named OR v.version < e.version)
        AND (e.is_own OR named_afms(v.state) @> jsonb_build_array(wanted));
      PERFORM set_config('record.erasing', 'off', true);
    END $$`);
}

/** Creates the function that erases a person from applications that its erasure lists (backoffice.25, backoffice.29). `record.erasing` opens the history. */
async function createApplicationEraser(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION erase_applications(party bigint, ids bigint[]) RETURNS void ${ERASING} AS $$
    DECLARE
      ${BEGIN}
      -- Whoever pays a refund at this moment sees the erasure, or is seen by it.
      PERFORM FROM refund r WHERE r.application_id = ANY (named) ORDER BY r.id FOR UPDATE;

      DELETE FROM document d WHERE d.application_id = ANY (named);
      UPDATE application a SET (client_afm, client_name, plate_no, questionnaire) = (
          SELECT CASE WHEN is_own THEN '000000000' ELSE a.client_afm END, CASE WHEN is_own THEN '—' ELSE a.client_name END,
            CASE WHEN is_own THEN NULL ELSE a.plate_no END,
            CASE WHEN is_own THEN erase_values(a.questionnaire::jsonb, '') ELSE erase_person(a.questionnaire::jsonb, wanted) END::json
          FROM (SELECT a.client_afm = wanted AS is_own) AS o),
        messages = '[]', approval = NULL
      WHERE a.id = ANY (named);
      UPDATE status_transition t SET reason = NULL WHERE t.application_id = ANY (named) AND t.reason IS NOT NULL;
      UPDATE staff_message m SET text = '{"el": "—", "en": "—"}' WHERE m.application_id = ANY (named);
      UPDATE application_note n SET text = '—' WHERE n.application_id = ANY (named);
      UPDATE payout p SET return_reason = '—' FROM refund r
      WHERE r.application_id = ANY (named) AND p.refund_id = r.id AND p.return_reason IS NOT NULL;
      -- Money that came back since is owed still: its account goes with the payment (money.60).
      UPDATE refund r SET iban = NULL, iban_shown = NULL, holder = NULL, version = r.version + 1
      WHERE r.application_id = ANY (named) AND r.holder IS NOT NULL AND r.status NOT IN ('OWED', 'PREPARED');
      UPDATE gateway.audit_entry e SET details = e.details - ARRAY['reason', 'messages', 'terms']
      WHERE e.subject_type = 'application' AND e.environment = current_schema() AND e.subject_id IN (SELECT id::text FROM unnest(named) AS id);
      PERFORM set_config('record.erasing', 'off', true);
    END $$`);
}

/** An erasure that concerns the agent alone goes with its reset; in another the agent's part is taken away. */
async function replaceReset(runner: QueryRunner): Promise<void> {
  const others = `(SELECT code FROM jsonb_each(e.counts) AS c(place, of), jsonb_object_keys(c.of) AS code WHERE code NOT IN ('', agent))`;
  await runner.query(`
    CREATE OR REPLACE FUNCTION reset_erasures(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      concerned bigint[];
    BEGIN
      PERFORM open_reset(agent);
      DELETE FROM erasure_application a WHERE a.agent_code = agent;
      concerned := ARRAY(
        SELECT e.party_id FROM erasure e WHERE EXISTS (SELECT FROM jsonb_each(e.counts) AS c(place, of) WHERE c.of ? agent)
        ORDER BY e.party_id LIMIT most);
      PERFORM FROM erasure e WHERE e.party_id = ANY (concerned) ORDER BY e.party_id FOR UPDATE;
      DELETE FROM erasure e WHERE e.party_id = ANY (concerned) AND NOT EXISTS ${others};
      UPDATE erasure e SET counts = (SELECT coalesce(jsonb_object_agg(place, of - agent), '{}') FROM jsonb_each(e.counts) AS c(place, of))
      WHERE e.party_id = ANY (concerned);
      PERFORM set_config('record.resetting', '', true);
      RETURN cardinality(concerned);
    END $$`);
}
