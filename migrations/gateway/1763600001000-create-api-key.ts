import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Programs that call the gateway, and their API keys (gateway.7, gateway.9). Of a key only its SHA-256 and its first characters are kept. */
export class CreateApiKey1763600001000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE program (
        id integer GENERATED ALWAYS AS IDENTITY,
        name text NOT NULL,
        owner text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT program_pkey PRIMARY KEY (id)
      )`);
    await runner.query(`
      CREATE TABLE api_key (
        id integer GENERATED ALWAYS AS IDENTITY,
        program_id integer NOT NULL,
        name text NOT NULL,
        key_hash bytea NOT NULL,
        prefix text NOT NULL,
        status text NOT NULL,
        services text[] NOT NULL,
        environments text[] NOT NULL,
        ip_addresses text[] NOT NULL DEFAULT '{}',
        rate_per_hour integer,
        rate_per_day integer,
        service_rates jsonb NOT NULL DEFAULT '{}',
        expires_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT api_key_pkey PRIMARY KEY (id),
        CONSTRAINT api_key_key_hash_key UNIQUE (key_hash),
        CONSTRAINT api_key_program_id_prefix_key UNIQUE (program_id, prefix),
        CONSTRAINT api_key_program_id_fkey FOREIGN KEY (program_id) REFERENCES program (id),
        CONSTRAINT api_key_key_hash_check CHECK (octet_length(key_hash) = 32),
        CONSTRAINT api_key_prefix_check CHECK (prefix ~ '^[A-Za-z0-9]{6}$'),
        CONSTRAINT api_key_status_check CHECK (status IN ('active', 'disabled', 'unverified')),
        CONSTRAINT api_key_environments_check CHECK (environments <@ ARRAY['production', 'sandbox']),
        CONSTRAINT api_key_rate_per_hour_check CHECK (rate_per_hour > 0),
        CONSTRAINT api_key_rate_per_day_check CHECK (rate_per_day > 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE api_key, program`);
  }
}
