import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import type { CustomerAct, NewAct } from './customer-act.js';

const COLUMNS = `c.id, c.application_id AS "applicationId", c.link_id AS "linkId", c.kind, c.channel, c.at, c.actor_name AS "actorName", c.address,
  c.sent_to AS "sentTo", c.shown, encode(c.shown_sha256, 'hex') AS "shownSha256", c.answers, c.reason`;
const INSERT = `
  INSERT INTO customer_act AS c (application_id, link_id, kind, channel, at, actor_name, address, sent_to, shown, shown_sha256, answers, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, sha256(convert_to($9, 'UTF8')), $10::jsonb, $11) RETURNING ${COLUMNS}`;
const LIST = `SELECT ${COLUMNS} FROM customer_act c WHERE c.application_id = $1 ORDER BY c.id DESC LIMIT 100`;
const FIND_OF_LINK = `SELECT ${COLUMNS} FROM customer_act c WHERE c.link_id = $1 ORDER BY c.id DESC LIMIT 1`;
const COUNT_SAME = `
  SELECT count(*)::int AS count FROM jsonb_to_recordset($2::jsonb) AS s(id text, sha256 text)
  WHERE EXISTS (SELECT FROM document d WHERE d.application_id = $1 AND d.id::text = s.id AND encode(d.sha256, 'hex') = s.sha256)
    OR EXISTS (SELECT FROM information_document i WHERE i.sha256 = decode(s.sha256, 'hex'))`;

@Injectable()
export class CustomerActRepository {
  constructor(private readonly store: Store) {}

  async insertAct(tx: Transaction, act: NewAct): Promise<CustomerAct> {
    const { applicationId, linkId, kind, channel, at, actorName, address, sentTo, shown, answers, reason } = act;
    const values = [applicationId, linkId, kind, channel, at, actorName, address, sentTo, shown, JSON.stringify(answers), reason];
    return getRow(await tx.query<CustomerAct>(INSERT, values));
  }

  listActs(where: Environment | Writer, applicationId: number): Promise<CustomerAct[]> {
    return this.store.query<CustomerAct>(where, LIST, [applicationId]);
  }

  async findActOfLink(where: Environment | Writer, linkId: number): Promise<CustomerAct | null> {
    const [act] = await this.store.query<CustomerAct>(where, FIND_OF_LINK, [linkId]);
    return act ?? null;
  }

  async countSame(
    where: Environment | Writer,
    applicationId: number,
    documents: readonly { readonly id: string; readonly sha256: string }[],
  ): Promise<number> {
    const shown = JSON.stringify(documents.map(({ id, sha256 }) => ({ id, sha256 })));
    return getRow(await this.store.query<{ count: number }>(where, COUNT_SAME, [applicationId, shown])).count;
  }
}
