import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each agent has its own record of an AFM; the register (`party`) has one person for each AFM, for the insurer's people (parties.1, parties.11). */
export class CreatePartyRecords1763600010100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await createIds(runner);
    await createRecord(runner);
    await createChange(runner);
    // Since when the register holds what staff decided, whatever agents send.
    await runner.query(`ALTER TABLE party ADD COLUMN decided_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE party DROP COLUMN decided_at`);
    await runner.query(`DROP TABLE party_record_change, party_record`);
    await runner.query(`DROP FUNCTION new_party_id()`);
    await runner.query(`DROP SEQUENCE party_detail_id_seq`);
    await runner.query(`DROP TABLE party_id_key`);
  }
}

/**
 * Ids of records, addresses and contacts tell nothing of how many there are: they are a permutation of one sequence under a secret key, a Feistel
 * network of eight rounds over 30 bits. They lie above all former ids and fit into 31 bits; only after a billion of them they grow longer, up to the
 * ten digits that an id may have.
 */
async function createIds(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE party_id_key (key bytea NOT NULL)`);
  await runner.query(`CREATE UNIQUE INDEX party_id_key_one_idx ON party_id_key ((true))`);
  await runner.query(
    `INSERT INTO party_id_key (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))`,
  );
  await runner.query(`CREATE SEQUENCE party_detail_id_seq MINVALUE 0 START 0 MAXVALUE ${8 * 2 ** 30 - 1}`);
  await runner.query(`
    CREATE FUNCTION new_party_id() RETURNS bigint LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      secret bytea := (SELECT key FROM party_id_key);
      place bigint := nextval('party_detail_id_seq');
      high integer := (place >> 15) & 32767;
      low integer := place & 32767;
      digest bytea;
    BEGIN
      FOR round IN 0..3 LOOP
        digest := sha256(secret || int4send((2 * round << 16) | low));
        high := high # ((get_byte(digest, 0) << 7) | (get_byte(digest, 1) >> 1));
        digest := sha256(secret || int4send((2 * round + 1 << 16) | high));
        low := low # ((get_byte(digest, 0) << 7) | (get_byte(digest, 1) >> 1));
      END LOOP;
      RETURN (((place >> 30) + 1) << 30) | (high::bigint << 15) | low;
    END $$`);
  await runner.query(`
    DO $$ BEGIN
      IF greatest((SELECT max(id) FROM party), (SELECT max(id) FROM party_address), (SELECT max(id) FROM party_contact)) >= ${2 ** 30} THEN
        RAISE EXCEPTION 'Ids of parties above 2^30 were given out: new ones would meet them.';
      END IF;
    END $$`);
}

async function createRecord(runner: QueryRunner): Promise<void> {
  // The serial number is the order in which an agent's records came; it is never shown.
  await runner.query(`
    CREATE TABLE party_record (
      agent_code text NOT NULL,
      id bigint NOT NULL DEFAULT new_party_id(),
      serial bigint GENERATED ALWAYS AS IDENTITY,
      afm text NOT NULL,
      person_type text NOT NULL,
      last_name text NOT NULL,
      first_name text,
      fathers_name text,
      birthdate date,
      gender_code text,
      occupation_code text,
      name_search text NOT NULL GENERATED ALWAYS AS (fold_name(last_name || ' ' || coalesce(first_name, ''))) STORED,
      version integer NOT NULL DEFAULT 1,
      updated_by text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT party_record_pkey PRIMARY KEY (agent_code, id),
      CONSTRAINT party_record_own_key UNIQUE (afm, agent_code),
      CONSTRAINT party_record_agent_code_fkey FOREIGN KEY (agent_code) REFERENCES agent (code),
      CONSTRAINT party_record_afm_check CHECK (afm ~ '^[0-9]{9}$'),
      CONSTRAINT party_record_last_name_check CHECK (last_name <> ''),
      CONSTRAINT party_record_version_check CHECK (version > 0)
    )`);
  // Names are searched among the agent's own, so that a search takes as long as these make it, whatever others have.
  await runner.query(`CREATE INDEX party_record_agent_code_serial_idx ON party_record (agent_code, serial DESC) INCLUDE (name_search)`);
}

/** What the register has not seen yet. Agents only add rows, so that nobody waits for anybody. */
async function createChange(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE party_record_change (
      id bigint GENERATED ALWAYS AS IDENTITY,
      agent_code text NOT NULL,
      afm text NOT NULL,
      is_renamed boolean NOT NULL,
      CONSTRAINT party_record_change_pkey PRIMARY KEY (id)
    )`);
}
