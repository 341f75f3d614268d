import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { buildFreeCondition } from '../../../store/lease.js';
import { Store, type Transaction } from '../../../store/store.js';

export interface LetterStop {
  readonly reason: string;
  readonly stoppedBy: string;
  readonly stoppedAt: Date;
}

export type LetterStopSubject = { readonly applicationId: number } | { readonly partyId: number };

const COLUMNS = `s.reason, s.stopped_by AS "stoppedBy", s.stopped_at AS "stoppedAt"`;
const getColumn = (subject: LetterStopSubject): readonly ['application_id' | 'party_id', number] =>
  'applicationId' in subject ? ['application_id', subject.applicationId] : ['party_id', subject.partyId];

const STOP_WAITING = {
  application_id: `UPDATE letter_mail m SET state = 'stopped', address = NULL, next_attempt_at = NULL, ended_at = $2 FROM letter l
    WHERE m.letter_id = l.id AND m.state = 'pending' AND l.application_id = $1 AND ${buildFreeCondition('m.leased_until')}`,
  party_id: `UPDATE letter_mail m SET state = 'stopped', address = NULL, next_attempt_at = NULL, ended_at = $2
    FROM letter l JOIN application a ON a.id = l.application_id JOIN party p ON p.afm = a.client_afm
    WHERE m.letter_id = l.id AND m.state = 'pending' AND m.recipient = 'CLIENT' AND p.id = $1 AND ${buildFreeCondition('m.leased_until')}`,
} as const;

@Injectable()
export class LetterStopRepository {
  constructor(private readonly store: Store) {}

  async find(where: Environment | Writer, subject: LetterStopSubject): Promise<LetterStop | null> {
    const [column, id] = getColumn(subject);
    const [stop] = await this.store.query<LetterStop>(where, `SELECT ${COLUMNS} FROM letter_stop s WHERE s.${column} = $1`, [id]);
    return stop ?? null;
  }

  async findOfAfm(environment: Environment, afm: string): Promise<LetterStop | null> {
    const statement = `SELECT ${COLUMNS} FROM letter_stop s JOIN party p ON p.id = s.party_id WHERE p.afm = $1`;
    const [stop] = await this.store.query<LetterStop>(environment, statement, [afm]);
    return stop ?? null;
  }

  /** Stops waiting mails too. Returns false when they were stopped already, and for an unknown subject. */
  async insert(tx: Transaction, subject: LetterStopSubject, { reason, stoppedBy, stoppedAt }: LetterStop): Promise<boolean> {
    const [column, id] = getColumn(subject);
    const statement = `
      INSERT INTO letter_stop (${column}, reason, stopped_by, stopped_at)
      SELECT id, $2, $3, $4 FROM ${column.replace('_id', '')} WHERE id = $1 ON CONFLICT (${column}) DO NOTHING RETURNING id`;
    const isNew = (await tx.query(statement, [id, reason, stoppedBy, stoppedAt])).length === 1;
    if (isNew) await tx.query(STOP_WAITING[column], [id, stoppedAt]);
    return isNew;
  }

  async delete(tx: Transaction, subject: LetterStopSubject): Promise<boolean> {
    const [column, id] = getColumn(subject);
    return (await tx.query(`DELETE FROM letter_stop WHERE ${column} = $1 RETURNING id`, [id])).length === 1;
  }
}
