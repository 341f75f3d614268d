import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The records of the agents that know a person so far, each with what that agent's own calls and applications prove, and nothing of what another
 * agent sent. An agent that was linked keeps the id that it had; one whose application named the person otherwise than the register, and was
 * therefore not linked, gets a record too.
 */
export class FillPartyRecords1763600010110 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FILL);
    // What is not known to the register like that is looked at by it.
    await runner.query(`
      INSERT INTO party_record_change (agent_code, afm, is_renamed)
      SELECT r.agent_code, r.afm, true FROM party_record r LEFT JOIN party p ON p.afm = r.afm
      WHERE p.id IS NULL OR fold_name(p.last_name) <> fold_name(r.last_name) OR p.birthdate <> r.birthdate
      ORDER BY r.serial`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM party_record_change`);
    await runner.query(`DELETE FROM party_record`);
  }
}

/** Persons of every state of the applications, in the field names of both lines. Those of an erased person have no AFM any more. */
const APPLICATION_PERSONS = `
  SELECT s.agent_code, s.at, p.place, p.person ->> 'afm' AS afm, false AS is_call,
    coalesce(p.person ->> 'person_type_code', p.person ->> 'personTypeCode') AS person_type,
    btrim(coalesce(p.person ->> 'last_name', p.person ->> 'lastName')) AS last_name,
    coalesce(p.person ->> 'first_name', p.person ->> 'firstName') AS first_name,
    coalesce(p.person ->> 'father_name', p.person ->> 'fathersName') AS fathers_name,
    substring(coalesce(p.person ->> 'birth_date', p.person ->> 'birthdate') FROM '^\\d{4}-\\d\\d-\\d\\d')::date AS birthdate,
    coalesce(p.person ->> 'gender_code', p.person ->> 'genderCode') AS gender_code,
    coalesce(p.person ->> 'job_code', p.person ->> 'jobCode') AS occupation_code
  FROM (
    SELECT a.agent_code, a.updated_at AS at, a.questionnaire::jsonb AS q FROM application a
    UNION ALL
    SELECT a.agent_code, v.valid_from, v.state -> 'questionnaire' FROM application_version v JOIN application a ON a.id = v.application_id) AS s
  CROSS JOIN LATERAL (
    SELECT s.q -> 'client' AS person, 1 AS place UNION ALL SELECT s.q -> 'insured', 2
    UNION ALL SELECT jsonb_path_query(s.q, 'lax $.objects_insured[*]."co-owners"[*]'), 3) AS p
  WHERE jsonb_typeof(p.person) = 'object' AND p.person ->> 'afm' ~ '^[0-9]{9}$' AND p.person ->> 'afm' <> '000000000'`;

const FILL = `
  WITH state AS (
    SELECT v.party_id, (v.state ->> 'version')::integer AS version, jsonb_populate_record(NULL::party, v.state) AS party
    FROM party_version v WHERE v.subject = 'party'
    UNION ALL SELECT p.id, p.version, p FROM party p),
  step AS (SELECT *, lag(party) OVER (PARTITION BY party_id ORDER BY version) AS before FROM state),
  -- A call sent last name and birth date, and an individual's first name; of the other fields it proves those that it changed.
  called AS (
    SELECT substr((s.party).updated_by, 7) AS agent_code, (s.party).updated_at AS at, 0 AS place, (s.party).afm AS afm, true AS is_call,
      CASE WHEN c.is_new OR (s.party).person_type <> (s.before).person_type OR (s.party).birthdate IS NULL THEN (s.party).person_type ELSE '1' END
        AS person_type,
      (s.party).last_name AS last_name,
      CASE WHEN c.is_new OR (s.party).birthdate IS NOT NULL OR (s.party).first_name IS DISTINCT FROM (s.before).first_name
        THEN (s.party).first_name END AS first_name,
      CASE WHEN c.is_new OR (s.party).fathers_name IS DISTINCT FROM (s.before).fathers_name THEN (s.party).fathers_name END AS fathers_name,
      (s.party).birthdate AS birthdate,
      CASE WHEN c.is_new OR (s.party).gender_code IS DISTINCT FROM (s.before).gender_code THEN (s.party).gender_code END AS gender_code,
      CASE WHEN c.is_new OR (s.party).occupation_code IS DISTINCT FROM (s.before).occupation_code THEN (s.party).occupation_code END AS occupation_code
    FROM step s CROSS JOIN LATERAL (SELECT s.before IS NULL AS is_new) AS c
    WHERE (s.party).updated_by LIKE 'agent:%'),
  applied AS (${APPLICATION_PERSONS}),
  sent AS (
    SELECT agent_code, at, place, afm, is_call, person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code FROM called
    UNION ALL
    SELECT agent_code, at, place, afm, is_call, person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code FROM applied
    WHERE last_name <> ''),
  -- The latest call counts; then the applications, the first of them first, because they only fill gaps.
  told AS (
    SELECT agent_code, afm, min(at) AS since, max(at) FILTER (WHERE is_call) AS called_at,
      ${['person_type', 'last_name', 'first_name', 'fathers_name', 'birthdate', 'gender_code', 'occupation_code']
        .map(
          (
            field,
          ) => `(array_agg(${field} ORDER BY is_call DESC, CASE WHEN is_call THEN -extract(epoch FROM at) ELSE extract(epoch FROM at) END, place)
        FILTER (WHERE ${field} IS NOT NULL))[1] AS ${field}`,
        )
        .join(', ')}
    FROM sent GROUP BY agent_code, afm),
  -- Who was linked by a call that changed nothing had sent last name and birth date as they were then, and an individual's first name.
  linked AS (
    SELECT l.agent_code, l.linked_at, p.id, p.afm, (met.party).person_type, (met.party).last_name, (met.party).first_name, (met.party).birthdate
    FROM party_agent l JOIN party p ON p.id = l.party_id
    CROSS JOIN LATERAL (
      SELECT s.party FROM state s WHERE s.party_id = l.party_id
      ORDER BY (s.party).updated_at > l.linked_at, CASE WHEN (s.party).updated_at > l.linked_at THEN s.version ELSE -s.version END LIMIT 1) AS met)
  INSERT INTO party_record (agent_code, id, afm, person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code, updated_by,
    created_at, updated_at)
  SELECT agent_code, coalesce(l.id, new_party_id()), afm,
    coalesce(t.person_type, CASE WHEN l.birthdate IS NULL THEN l.person_type END, '1'), coalesce(t.last_name, l.last_name),
    CASE WHEN t.afm IS NOT NULL THEN t.first_name WHEN l.birthdate IS NOT NULL THEN l.first_name END, t.fathers_name,
    CASE WHEN t.afm IS NOT NULL THEN t.birthdate ELSE l.birthdate END, t.gender_code, t.occupation_code, 'agent:' || agent_code,
    coalesce(l.linked_at, t.since), greatest(l.linked_at, t.called_at, CASE WHEN l.linked_at IS NULL THEN t.since END)
  FROM linked l FULL JOIN told t USING (agent_code, afm)
  WHERE l.id IS NOT NULL OR EXISTS (SELECT FROM agent g WHERE g.code = agent_code)
  ORDER BY coalesce(l.linked_at, t.since), l.id`;
