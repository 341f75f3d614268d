import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The erasing function leaves the kept answers to its caller, who reads them in parts: all of them in one statement can take longer than it may. */
export class LeaveAnswersToSearch1763600009000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceErasure(runner, '');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceErasure(
      runner,
      `DELETE FROM kept_answer k USING (
        SELECT person.afm AS text UNION SELECT person.last_name UNION SELECT c.contact FROM party_contact c WHERE c.party_id = party) AS t
      WHERE position(convert_to(t.text, 'UTF8') IN k.body) > 0;`,
    );
  }
}

/** As it was, but for the answers. */
async function replaceErasure(runner: QueryRunner, deleteAnswers: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION erase_party(party bigint, applications bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    DECLARE
      person record;
      own bigint[];
    BEGIN
      SELECT p.afm, p.last_name INTO STRICT person FROM party p WHERE p.id = party;
      PERFORM set_config('record.erasing', 'on', true);
      SELECT coalesce(array_agg(a.id), '{}') INTO own FROM application a WHERE a.id = ANY (applications) AND a.client_afm = person.afm;

      ${deleteAnswers}

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
