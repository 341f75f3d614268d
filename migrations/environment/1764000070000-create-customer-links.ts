import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';
import { replaceInFunction, type Replacements } from '../functions.js';

const EVENTS = { table: 'event', column: 'type', constraint: 'event_type_check' };
const ADDED_EVENTS = ['customer.accepted', 'customer.rejected', 'withdrawal.received'];

/** Creates links of customers, their acts with the evidence, and the register of withdrawals (customer.30). */
export class CreateCustomerLinks1764000070000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, EVENTS, ADDED_EVENTS);
    await runner.query(UP);
    await runner.query(
      `UPDATE setting SET value = jsonb_set(value, '{templates,WITHDRAWAL_RECEIVED}', $1::jsonb) WHERE key = 'letterTexts'`,
      [JSON.stringify(ACKNOWLEDGEMENT)],
    );
    await replaceInFunction(runner, 'erase_applications', ERASURES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceInFunction(
      runner,
      'erase_applications',
      ERASURES.map(([before, after]) => [after, before]),
    );
    await runner.query(DOWN);
    await disallowValues(runner, EVENTS, ADDED_EVENTS);
  }
}

/** The shown content names no person, so that its hash still holds. */
const ERASURES: Replacements = [
  [
    `    UPDATE application_note n SET text = '—' WHERE n.application_id = ANY (named);`,
    `    UPDATE application_note n SET text = '—' WHERE n.application_id = ANY (named);
    DELETE FROM customer_link k WHERE k.application_id = ANY (named);
    UPDATE customer_act c SET reason = NULL, address = NULL, sent_to = NULL WHERE c.application_id = ANY (named);
    UPDATE withdrawal w SET statement = '—', closing = CASE WHEN w.closing IS NULL THEN NULL ELSE '—' END WHERE w.application_id = ANY (named);`,
  ],
];

const ACKNOWLEDGEMENT = {
  subject: { el: 'Επιβεβαίωση υπαναχώρησης {policyNo}', en: 'Withdrawal from {policyNo} acknowledged' },
  body: {
    el: [
      'Προς: {name}',
      'Στις {receivedAt} λάβαμε τη δήλωση υπαναχώρησής σας από το συμβόλαιο {policyNo} («{line}»):',
      '«{statement}»',
      '{outcome}',
      'Φυλάξτε αυτή την επιβεβαίωση. Για οποιαδήποτε διευκρίνιση, επικοινωνήστε μαζί μας στο {phone} ή στο {email}.',
    ].join('\n'),
    en: [
      'Dear {name},',
      'On {receivedAt} we received your withdrawal from policy {policyNo} (“{line}”):',
      '“{statement}”',
      '{outcome}',
      'Please keep this acknowledgement. For any question, please contact us at {phone} or {email}.',
    ].join('\n'),
  },
};

const DOWN = `
  DELETE FROM letter WHERE kind = 'WITHDRAWAL_RECEIVED';
  UPDATE setting SET value = value #- '{templates,WITHDRAWAL_RECEIVED}' WHERE key = 'letterTexts';
  DELETE FROM staff_message WHERE kind = 'WITHDRAWAL';
  DROP TABLE withdrawal, customer_act, customer_link;
  DROP FUNCTION note_customer_act_event, note_withdrawal_event`;

const UP = `
  CREATE TABLE customer_link (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    purpose text NOT NULL,
    token_hash bytea NOT NULL,
    secret bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    withdrawn_by text,
    withdrawn_at timestamptz,
    failures smallint NOT NULL DEFAULT 0,
    code_hash bytea,
    code_expires_at timestamptz,
    code_failures smallint NOT NULL DEFAULT 0,
    codes_sent smallint NOT NULL DEFAULT 0,
    CONSTRAINT customer_link_pkey PRIMARY KEY (id),
    CONSTRAINT customer_link_token_hash_key UNIQUE (token_hash),
    CONSTRAINT customer_link_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT customer_link_purpose_check CHECK (purpose IN ('accept', 'pay', 'policy', 'withdraw')),
    CONSTRAINT customer_link_token_hash_check CHECK (length(token_hash) = 32 AND length(secret) = 32),
    CONSTRAINT customer_link_withdrawn_check CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)),
    CONSTRAINT customer_link_code_check CHECK ((code_hash IS NULL) = (code_expires_at IS NULL))
  );
  COMMENT ON TABLE customer_link IS 'A link by which a customer reads and acts without an account. Written by: agents and staff who make or withdraw it, its visitors.';
  COMMENT ON COLUMN customer_link.token_hash IS 'SHA-256 of the token, which is stored nowhere.';
  COMMENT ON COLUMN customer_link.secret IS 'Key of the proof that the second factor was given.';
  COMMENT ON COLUMN customer_link.failures IS 'Wrong attempts at the second factor; at the limit the link is locked.';
  COMMENT ON COLUMN customer_link.code_hash IS 'SHA-256 of the one-time code that was sent last.';
  COMMENT ON COLUMN customer_link.code_failures IS 'Wrong attempts at one-time codes; at the limit the link is locked.';
  CREATE INDEX customer_link_application_id_idx ON customer_link (application_id, id);

  CREATE TABLE customer_act (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    link_id bigint,
    kind text NOT NULL,
    channel text NOT NULL,
    at timestamptz NOT NULL,
    actor_name text NOT NULL,
    address text,
    sent_to text,
    shown text NOT NULL,
    shown_sha256 bytea NOT NULL,
    answers jsonb NOT NULL DEFAULT '[]',
    reason text,
    CONSTRAINT customer_act_pkey PRIMARY KEY (id),
    CONSTRAINT customer_act_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT customer_act_link_id_fkey FOREIGN KEY (link_id) REFERENCES customer_link (id) ON DELETE SET NULL,
    CONSTRAINT customer_act_kind_check CHECK (kind IN ('ACCEPTED', 'REJECTED', 'WITHDRAWN')),
    CONSTRAINT customer_act_channel_check CHECK (channel IN ('LINK', 'AGENT', 'STAFF', 'SANDBOX')),
    CONSTRAINT customer_act_shown_sha256_check CHECK (shown_sha256 = sha256(convert_to(shown, 'UTF8')))
  );
  COMMENT ON TABLE customer_act IS 'Something that a customer declared, with its evidence. Written by: the customer''s page, agents who sell on line, staff who enter a withdrawal; changed by erasure alone.';
  COMMENT ON COLUMN customer_act.channel IS 'LINK: the customer''s page. AGENT: the program of the agent. STAFF: entered by staff. SANDBOX: the agent as the customer.';
  COMMENT ON COLUMN customer_act.address IS 'Network address of the customer; null by a program and after an erasure.';
  COMMENT ON COLUMN customer_act.sent_to IS 'Address, in part, to which the one-time code went that signed it; null without one.';
  COMMENT ON COLUMN customer_act.shown IS 'What was shown, as canonical JSON without personal data: documents with their digests, amounts, statements.';
  CREATE INDEX customer_act_application_id_idx ON customer_act (application_id, id);
  CREATE INDEX customer_act_link_id_idx ON customer_act (link_id) WHERE link_id IS NOT NULL;
  CREATE TRIGGER customer_act_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON customer_act
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE withdrawal (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    act_id bigint NOT NULL,
    received_at timestamptz NOT NULL,
    statement text NOT NULL,
    state text NOT NULL,
    claim_no text,
    refund numeric(12,2),
    closing text,
    closed_by text,
    closed_at timestamptz,
    CONSTRAINT withdrawal_pkey PRIMARY KEY (id),
    CONSTRAINT withdrawal_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT withdrawal_act_id_fkey FOREIGN KEY (act_id) REFERENCES customer_act (id) ON DELETE CASCADE,
    CONSTRAINT withdrawal_state_check CHECK (state IN ('CANCELLED', 'OPEN', 'CLOSED')),
    CONSTRAINT withdrawal_refund_check CHECK ((state = 'CANCELLED') = (refund IS NOT NULL)),
    CONSTRAINT withdrawal_closed_check CHECK ((state = 'CLOSED') = (closed_at IS NOT NULL) AND (closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (closing IS NULL))
  );
  COMMENT ON TABLE withdrawal IS 'A withdrawal from a contract, as it was declared. Written by: the customer''s page, agents who sell on line, staff who close one with a claim.';
  COMMENT ON COLUMN withdrawal.state IS 'CANCELLED: the policy was cancelled by it. OPEN: a claim is recorded, so staff decide. CLOSED: staff decided.';
  COMMENT ON COLUMN withdrawal.claim_no IS 'Number of the claim for which staff decide.';
  COMMENT ON COLUMN withdrawal.refund IS 'Refunded premium in euro.';
  COMMENT ON COLUMN withdrawal.closing IS 'Decision of staff, as the customer reads it.';
  CREATE UNIQUE INDEX withdrawal_open_key ON withdrawal (application_id) WHERE state = 'OPEN';
  CREATE INDEX withdrawal_application_id_idx ON withdrawal (application_id, id);
  CREATE INDEX withdrawal_received_at_idx ON withdrawal (received_at, id);

  CREATE FUNCTION note_customer_act_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT CASE NEW.kind WHEN 'ACCEPTED' THEN 'customer.accepted' ELSE 'customer.rejected' END, NEW.at, a.agent_code,
      json_build_object('application_id', a.id, 'act_id', NEW.id, 'channel', NEW.channel)
    FROM application a WHERE a.id = NEW.application_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customer_act_note_event AFTER INSERT ON customer_act
    FOR EACH ROW WHEN (NEW.kind <> 'WITHDRAWN') EXECUTE FUNCTION note_customer_act_event();

  CREATE FUNCTION note_withdrawal_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT 'withdrawal.received', NEW.received_at, a.agent_code,
      json_build_object('application_id', a.id, 'policy_no', a.policy_no, 'withdrawal_id', NEW.id, 'state', NEW.state)
    FROM application a WHERE a.id = NEW.application_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER withdrawal_note_event AFTER INSERT ON withdrawal FOR EACH ROW EXECUTE FUNCTION note_withdrawal_event();

  -- A withdrawal that waits for staff ends with its policy.
  CREATE UNIQUE INDEX staff_message_withdrawal_key ON staff_message (application_id) WHERE kind = 'WITHDRAWAL' AND resolved_at IS NULL;`;
