import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The erasing function deletes the records that agents keep of the AFM with the person of the register. A change that the register has not seen yet is
 * left to it: it finds no record any more.
 */
export class ErasePartyRecords1763600010130 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceErasure(
      runner,
      `DELETE FROM party_version v USING party_record r WHERE r.afm = person.afm AND v.agent_code = r.agent_code AND v.party_id = r.id;
      DELETE FROM party_version v WHERE v.party_id = party AND v.agent_code IS NULL;
      DELETE FROM party_contact c USING party_record r WHERE r.afm = person.afm AND c.agent_code = r.agent_code AND c.party_id = r.id;
      DELETE FROM party_address a USING party_record r WHERE r.afm = person.afm AND a.agent_code = r.agent_code AND a.party_id = r.id;
      DELETE FROM party_record r WHERE r.afm = person.afm;`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceErasure(
      runner,
      `DELETE FROM party_version v WHERE v.party_id = party;
      DELETE FROM party_contact c WHERE c.party_id = party;
      DELETE FROM party_address a WHERE a.party_id = party;
      DELETE FROM party_agent a WHERE a.party_id = party;`,
    );
  }
}

/** As it was, but for what agents keep. */
async function replaceErasure(runner: QueryRunner, deleteKept: string): Promise<void> {
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
      ${deleteKept}
      DELETE FROM party p WHERE p.id = party;
      PERFORM set_config('record.erasing', 'off', true);
    END $$`);
}
