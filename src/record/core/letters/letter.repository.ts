import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Letter, LetterContents, LetterMail, NewLetter } from './letter.js';

export interface LetterToInsert extends NewLetter {
  readonly applicationId: number;
  readonly agentCode: string;
  readonly clientAfm: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly content: LetterContents;
  readonly at: Date;
  readonly isShownOnly: boolean;
}

export interface MailRequest {
  readonly recipient: LetterMail['recipient'];
  readonly address: string;
  readonly requestedBy: string;
  readonly at: Date;
  readonly isShownOnly: boolean;
}

const MAX_LETTERS = 500;

const RECORDED_ADDRESS = (afm: string, agent: string): string => `(
    SELECT c.contact FROM party_record r JOIN party_contact c ON c.agent_code = r.agent_code AND c.party_id = r.id
    WHERE r.afm = ${afm} AND r.agent_code = ${agent} AND c.contact_type = 'EMAIL' AND c.in_use ORDER BY c.preferred DESC, c.id LIMIT 1)`;

const TASK = (subject: string): string => `
    INSERT INTO staff_message (kind, application_id, text, created_at)
    SELECT '${MessageKind.LETTER}', $1::bigint, $10::jsonb, $7::timestamptz FROM ${subject}
    WHERE NOT EXISTS (SELECT FROM staff_message m WHERE m.application_id = $1::bigint AND m.kind = '${MessageKind.LETTER}' AND m.resolved_at IS NULL)`;

/** A recipient without an address is a task for staff. $13: it is for a creditor, whose address is not recorded. */
const INSERT = `
  WITH letter AS (
    INSERT INTO letter (application_id, kind, about, facts, content, written_at) VALUES ($1::bigint, $4, $5, $6::jsonb, $8::json, $7::timestamptz)
    ON CONFLICT (application_id, kind, about) DO NOTHING RETURNING id),
  stop AS (
    SELECT coalesce(bool_or(s.application_id IS NOT NULL), false) AS of_policy, count(*) > 0 AS of_client
    FROM letter_stop s LEFT JOIN party p ON p.id = s.party_id WHERE s.application_id = $1::bigint OR p.afm = $3::text),
  address AS (SELECT coalesce($9::text, ${RECORDED_ADDRESS('$3::text', '$2::text')}) AS email FROM stop WHERE NOT stop.of_client AND NOT $13::boolean),
  receiver AS (
    SELECT 'CLIENT' AS recipient, CASE WHEN email IS NULL AND $12::text IS NOT NULL THEN 'SMS' ELSE 'EMAIL' END AS channel,
      coalesce(email, $12::text) AS address, false AS is_stopped FROM address
    UNION ALL
    SELECT 'CLIENT', 'EMAIL', NULL, true FROM stop WHERE of_client AND NOT $13::boolean
    UNION ALL
    SELECT 'AGENT', 'EMAIL', a.email, false FROM stop, agent a WHERE a.code = $2::text AND a.email IS NOT NULL AND NOT stop.of_policy AND NOT $13::boolean
    UNION ALL
    SELECT 'CREDITOR', 'EMAIL', NULL, false FROM stop WHERE $13::boolean AND NOT of_policy),
  mail AS (
    INSERT INTO letter_mail (letter_id, recipient, channel, address, state, requested_at, next_attempt_at, ended_at)
    SELECT letter.id, recipient, channel, address,
      CASE WHEN is_stopped THEN 'stopped' WHEN address IS NULL THEN 'no_address' WHEN $11::boolean THEN 'shown' ELSE 'pending' END,
      $7::timestamptz, CASE WHEN address IS NOT NULL AND NOT $11::boolean THEN statement_timestamp() END,
      CASE WHEN address IS NULL OR $11::boolean THEN $7::timestamptz END
    FROM letter, receiver RETURNING state),
  task AS (${TASK(`(SELECT FROM mail WHERE state = 'no_address' LIMIT 1) AS without_address`)})
  SELECT id FROM letter`;

const INSERT_MAIL = `
  INSERT INTO letter_mail (letter_id, recipient, address, state, requested_by, requested_at, next_attempt_at, ended_at)
  VALUES ($1, $2, $3, CASE WHEN $6::boolean THEN 'shown' ELSE 'pending' END, $4, $5::timestamptz, CASE WHEN NOT $6::boolean THEN statement_timestamp() END, CASE WHEN $6::boolean THEN $5::timestamptz END)`;

const MAILS = `(
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'recipient', m.recipient, 'channel', m.channel, 'address', m.address, 'state', m.state,
      'requestedBy', m.requested_by, 'requestedAt', m.requested_at, 'attempts', m.attempts, 'mayBeDouble', m.unclear > 0 AND m.attempts > 1,
      'endedAt', m.ended_at, 'failure', m.failure) ORDER BY m.id), '[]')
    FROM letter_mail m WHERE m.letter_id = l.id) AS mails`;

export const LETTER_COLUMNS = `l.id, l.application_id AS "applicationId", l.kind, l.about, l.content, l.written_at AS "writtenAt", ${MAILS}`;

const FIND = `SELECT ${LETTER_COLUMNS} FROM letter l WHERE l.application_id = $1 AND l.id = $2`;
const LIST = `SELECT ${LETTER_COLUMNS} FROM letter l WHERE l.application_id = $1 ORDER BY l.id LIMIT ${MAX_LETTERS}`;
const FIND_AGENT_ADDRESS = `SELECT email FROM agent WHERE code = $1`;
const FIND_RECORDED_ADDRESS = `SELECT ${RECORDED_ADDRESS('$1::text', '$2::text')} AS email`;

@Injectable()
export class LetterRepository {
  constructor(private readonly store: Store) {}

  async insertLetter(tx: Transaction, letter: LetterToInsert): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(INSERT, [
      letter.applicationId,
      letter.agentCode,
      letter.clientAfm,
      letter.kind,
      letter.about ?? '',
      JSON.stringify(letter.facts),
      letter.at,
      JSON.stringify(letter.content),
      letter.email,
      JSON.stringify(letter.creditor ? buildCreditorTaskText(letter.content) : buildTaskText(letter.content)),
      letter.isShownOnly,
      letter.mobile,
      letter.creditor !== undefined,
    ]);
    return row?.id ?? null;
  }

  async insertMail(tx: Transaction, letterId: number, { recipient, address, requestedBy, at, isShownOnly }: MailRequest): Promise<void> {
    await tx.query(INSERT_MAIL, [letterId, recipient, address, requestedBy, at, isShownOnly]);
  }

  async findAgentAddress(environment: Environment, agentCode: string): Promise<string | null> {
    const [row] = await this.store.query<{ email: string | null }>(environment, FIND_AGENT_ADDRESS, [agentCode]);
    return row?.email ?? null;
  }

  async findRecordedAddress(environment: Environment, afm: string, agentCode: string): Promise<string | null> {
    const [row] = await this.store.query<{ email: string | null }>(environment, FIND_RECORDED_ADDRESS, [afm, agentCode]);
    return row?.email ?? null;
  }

  async findLetter(where: Environment | Writer, applicationId: number, id: number): Promise<Letter | null> {
    const [letter] = await this.store.query<LetterRow>(where, FIND, [applicationId, id]);
    return letter === undefined ? null : toLetter(letter);
  }

  async listLetters(environment: Environment, applicationId: number): Promise<Letter[]> {
    return (await this.store.query<LetterRow>(environment, LIST, [applicationId])).map(toLetter);
  }
}

type MailRow = Omit<LetterMail, 'requestedAt' | 'endedAt'> & { readonly requestedAt: string; readonly endedAt: string | null };
export type LetterRow = Omit<Letter, 'mails'> & { readonly mails: readonly MailRow[] };

export function toLetter({ mails, ...letter }: LetterRow): Letter {
  const toMail = ({ requestedAt, endedAt, ...mail }: MailRow): LetterMail => {
    return { ...mail, requestedAt: new Date(requestedAt), endedAt: endedAt === null ? null : new Date(endedAt) };
  };
  return { ...letter, mails: mails.map(toMail) };
}

/** Names no person. */
function buildTaskText({ el, en }: LetterContents): { el: string; en: string } {
  return {
    el: `Ο πελάτης δεν έχει email. Εκτυπώστε και ταχυδρομήστε την επιστολή «${el.subject}».`,
    en: `The customer has no e-mail address. Print and post the letter “${en.subject}”.`,
  };
}

function buildCreditorTaskText({ el, en }: LetterContents): { el: string; en: string } {
  return {
    el: `Εκτυπώστε την επιστολή «${el.subject}» και στείλτε την στον δανειστή, με αντίγραφο της πράξης.`,
    en: `Print the letter “${en.subject}” and send it to the creditor, with a copy of the act.`,
  };
}
