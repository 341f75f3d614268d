import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { buildFreeCondition, buildLeaseEnd } from '../../../store/lease.js';
import { getRow, Store } from '../../../store/store.js';
import type { LetterNumbers, LetterToPrint } from '../../core/letters/letter-printer.js';
import type { LetterMail } from '../../core/letters/letter.js';

/** Longer than an attempt (three timeouts of the mail server) and the write of its outcome. */
const LEASE_SECONDS = 60;

export interface LeasedMail extends Pick<LetterMail, 'id' | 'recipient' | 'channel' | 'attempts'>, LetterToPrint, LetterNumbers {
  readonly address: string;
  readonly unclear: number;
  readonly leasedUntil: Date;
}

export type MailOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly failure: string }
  /** `isUnclear`: the server may have accepted the mail. */
  | { readonly state: 'pending'; readonly failure: string; readonly waitSeconds: number; readonly isUnclear: boolean };

/** A mail with the begin of an attempt was not settled, so its outcome is unknown. */
const CLAIM = `
  WITH claimed AS (
    UPDATE letter_mail SET leased_until = ${buildLeaseEnd(LEASE_SECONDS)}, attempts = attempts + 1,
      unclear = unclear + (begun_at IS NOT NULL)::int, begun_at = statement_timestamp()
    WHERE id = (
      SELECT id FROM letter_mail WHERE state = 'pending' AND next_attempt_at <= statement_timestamp() AND ${buildFreeCondition()}
      ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *)
  SELECT m.id, m.recipient, m.channel, m.attempts, m.address, m.unclear, m.leased_until AS "leasedUntil", l.kind, l.content, l.written_at AS "writtenAt",
    a.policy_no AS "policyNo", a.application_no AS "applicationNo"
  FROM claimed m JOIN letter l ON l.id = m.letter_id JOIN application a ON a.id = l.application_id`;

const SETTLE = `
  WITH settled AS (
    UPDATE letter_mail SET state = $3, failure = $4, leased_until = NULL, begun_at = CASE WHEN $6::boolean THEN begun_at END,
      next_attempt_at = CASE WHEN $3 = 'pending' THEN statement_timestamp() + $5 * interval '1 second' END,
      ended_at = CASE WHEN $3 <> 'pending' THEN statement_timestamp() END
    WHERE id = $1 AND leased_until = $2 RETURNING letter_id, state)
  INSERT INTO staff_message (kind, application_id, text, created_at)
  SELECT '${MessageKind.LETTER}', l.application_id, $7::jsonb, statement_timestamp() FROM settled s JOIN letter l ON l.id = s.letter_id
  WHERE s.state = 'failed' AND NOT EXISTS (
    SELECT FROM staff_message m WHERE m.application_id = l.application_id AND m.kind = '${MessageKind.LETTER}' AND m.resolved_at IS NULL)`;

const COUNT_LATE = `
  SELECT count(*)::int AS count FROM letter_mail WHERE state = 'pending' AND next_attempt_at < statement_timestamp() - interval '10 minutes'`;

@Injectable()
export class LetterMailRepository {
  constructor(private readonly store: Store) {}

  async claim(environment: Environment): Promise<LeasedMail | null> {
    const [mail] = await this.store.query<LeasedMail>(environment, CLAIM);
    return mail ?? null;
  }

  /** Writes nothing when the lease has ended. A failed mail is a task for staff. */
  async settle(environment: Environment, mail: LeasedMail, outcome: MailOutcome): Promise<void> {
    const { state } = outcome;
    const [waitSeconds, isUnclear] = outcome.state === 'pending' ? [outcome.waitSeconds, outcome.isUnclear] : [0, false];
    const failure = outcome.state === 'sent' ? null : outcome.failure;
    await this.store.query(environment, SETTLE, [
      mail.id,
      mail.leasedUntil,
      state,
      failure,
      waitSeconds,
      isUnclear,
      JSON.stringify(buildTaskText(mail, failure ?? '')),
    ]);
  }

  async countLate(environment: Environment): Promise<number> {
    return getRow(await this.store.query<{ count: number }>(environment, COUNT_LATE)).count;
  }
}

/** Names no person and no address. */
function buildTaskText({ recipient, content: { el, en } }: LeasedMail, failure: string): { el: string; en: string } {
  const [to, toEn] = RECIPIENT_TITLES[recipient];
  return {
    el: `Το μήνυμα ${to} δεν παραδόθηκε (${failure}): «${el.subject}». Ελέγξτε τη διεύθυνση ή ταχυδρομήστε την επιστολή.`,
    en: `The mail to ${toEn} was not delivered (${failure}): “${en.subject}”. Check the address, or post the letter.`,
  };
}

const RECIPIENT_TITLES: Readonly<Record<LetterMail['recipient'], readonly [el: string, en: string]>> = {
  CLIENT: ['στον πελάτη', 'the client'],
  AGENT: ['στον συνεργάτη', 'the agent'],
  CREDITOR: ['στον δανειστή', 'the creditor'],
};
