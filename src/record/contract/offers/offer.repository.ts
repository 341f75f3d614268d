import { Injectable } from '@nestjs/common';
import { getYear, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { NeedAnswer } from './needs-statement.js';

export interface Offer {
  readonly offerNo: string;
  readonly agentCode: string;
  /** Null for a quote, as are the version and the document. */
  readonly applicationId: number | null;
  readonly applicationVersion: number | null;
  readonly documentId: number | null;
  readonly line: LineCode;
  readonly tariffCode: string;
  readonly tariffVersion: number;
  readonly gross: Amount;
  readonly validUntil: LocalDate;
  readonly sha256: string;
  readonly needs: readonly NeedAnswer[] | null;
  readonly madeBy: string;
  readonly madeAt: Date;
}

const COLUMNS = `offer_no AS "offerNo", agent_code AS "agentCode", application_id AS "applicationId", application_version AS "applicationVersion",
  document_id AS "documentId", line, tariff_code AS "tariffCode", tariff_version AS "tariffVersion", gross, valid_until AS "validUntil",
  encode(sha256, 'hex') AS sha256, needs, made_by AS "madeBy", made_at AS "madeAt"`;
const DIGITS = 7;
const FIND = `
  SELECT ${COLUMNS} FROM offer WHERE application_id = $1 AND application_version = $2 AND ($3::jsonb IS NULL OR needs = $3::jsonb)
  ORDER BY id DESC LIMIT 1`;

@Injectable()
export class OfferRepository {
  constructor(private readonly store: Store) {}

  async claimNumber({ environment, at }: OperationContext): Promise<string> {
    const [row] = await this.store.query<{ id: number }>(environment, `SELECT nextval(pg_get_serial_sequence('offer', 'id')) AS id`);
    const year = String(getYear(toLocalDate(at)) % 100).padStart(2, '0');
    return `O${year}${String(row?.id).padStart(DIGITS, '0')}`;
  }

  async findOffer(
    environment: Environment,
    { id, version }: Pick<ApplicationRecord, 'id' | 'version'>,
    needs: readonly NeedAnswer[] | null,
  ): Promise<Offer | null> {
    const [found] = await this.store.query<Offer>(environment, FIND, [id, version, needs && JSON.stringify(needs)]);
    return found ?? null;
  }

  listOffers(environment: Environment, applicationId: number): Promise<Offer[]> {
    return this.store.query<Offer>(environment, `SELECT ${COLUMNS} FROM offer WHERE application_id = $1 ORDER BY id`, [applicationId]);
  }

  async insert(tx: Transaction, offer: Offer): Promise<void> {
    await tx.query(
      `INSERT INTO offer (id, offer_no, agent_code, application_id, application_version, document_id, line, tariff_code, tariff_version, gross,
         valid_until, sha256, made_by, made_at, needs)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex'), $13, $14, $15::jsonb)`,
      [
        Number(offer.offerNo.slice(3)),
        offer.offerNo,
        offer.agentCode,
        offer.applicationId,
        offer.applicationVersion,
        offer.documentId,
        offer.line,
        offer.tariffCode,
        offer.tariffVersion,
        offer.gross,
        offer.validUntil,
        offer.sha256,
        offer.madeBy,
        offer.madeAt,
        offer.needs && JSON.stringify(offer.needs),
      ],
    );
  }
}
