import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';

export interface BonusMalusEntry {
  readonly plateNo: string;
  readonly afm: string;
  readonly bonusMalus: number;
  /** At-fault claims of the last twelve months. */
  readonly claimsLastYear: number;
  readonly claimsLast5Years: number;
  readonly source: string;
  readonly asOf: LocalDate;
}

/** Source of a row whose claims were carried over, not reported. */
export const RENEWAL_SOURCE = 'RENEWAL';

/** In the sandbox each agent has its own registry (sandbox.21). */
export interface RegistryPlace {
  readonly environment: Environment;
  readonly agentCode: string;
}

const COLUMNS = 'plate_no, afm, bonus_malus, claims_last_year, claims_last_5_years, source, as_of';

const SHARED = 'bonus_malus_registry';
const OF_AGENT = `
  (SELECT ${COLUMNS} FROM bonus_malus_registry UNION ALL SELECT ${COLUMNS} FROM agent_bonus_malus WHERE agent_code = $3) AS registry`;

const findRows = (rows: string): string => `
  SELECT plate_no AS "plateNo", afm, bonus_malus AS "bonusMalus", claims_last_year AS "claimsLastYear", claims_last_5_years AS "claimsLast5Years",
    source, as_of AS "asOf"
  FROM ${rows}`;

const findIn = (rows: string): string =>
  `${findRows(rows)} WHERE plate_no = $1 AND afm = coalesce($2, afm) ORDER BY as_of DESC, afm LIMIT 1`;

const FIND = { production: findIn(SHARED), sandbox: findIn(OF_AGENT) };

const FIND_OF_OWNER = {
  production: `${findRows(SHARED)} WHERE afm = $1 AND plate_no = ANY ($2::text[])`,
  sandbox: `
    ${findRows(SHARED)} WHERE afm = $1 AND plate_no = ANY ($2::text[]) UNION ALL
    ${findRows('agent_bonus_malus')} WHERE afm = $1 AND (plate_no, agent_code) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
};

const ADD = `
  INSERT INTO bonus_malus_registry (${COLUMNS})
  SELECT "plateNo", afm, "bonusMalus", "claimsLastYear", "claimsLast5Years", source, "asOf"
  FROM jsonb_to_recordset($1::jsonb) AS e("plateNo" text, afm text, "bonusMalus" smallint, "claimsLastYear" smallint,
    "claimsLast5Years" smallint, source text, "asOf" date)
  ON CONFLICT (plate_no, afm) DO NOTHING`;

const FIND_MISSING = `
  SELECT FROM jsonb_to_recordset($1::jsonb) AS e("plateNo" text, afm text)
  WHERE NOT EXISTS (SELECT FROM bonus_malus_registry r WHERE r.plate_no = e."plateNo" AND r.afm = e.afm) LIMIT 1`;

const LIST_OF_PLATE = `${findRows(SHARED)} WHERE plate_no = $1 ORDER BY as_of DESC, afm`;

/** $2: whether rows replace others that are not earlier. Returns a row for each one written. */
const SAVE = `
  INSERT INTO bonus_malus_registry AS r (${COLUMNS})
  SELECT "plateNo", afm, "bonusMalus", "claimsLastYear", "claimsLast5Years", source, "asOf"
  FROM jsonb_to_recordset($1::jsonb) AS e("plateNo" text, afm text, "bonusMalus" smallint, "claimsLastYear" smallint,
    "claimsLast5Years" smallint, source text, "asOf" date)
  ON CONFLICT (plate_no, afm) DO UPDATE SET bonus_malus = excluded.bonus_malus, claims_last_year = excluded.claims_last_year,
    claims_last_5_years = excluded.claims_last_5_years, source = excluded.source, as_of = excluded.as_of WHERE $2 OR r.as_of < excluded.as_of
  RETURNING plate_no`;

const MOVE = `
  INSERT INTO bonus_malus_registry AS r (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (plate_no, afm) DO UPDATE SET bonus_malus = $3, claims_last_year = $4, claims_last_5_years = $5, source = $6, as_of = $7
  WHERE r.as_of < $7`;

const MOVE_OF_AGENT = `
  INSERT INTO agent_bonus_malus AS r (${COLUMNS}, agent_code) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (agent_code, plate_no, afm)
  DO UPDATE SET bonus_malus = $3, claims_last_year = $4, claims_last_5_years = $5, source = $6, as_of = $7
  WHERE r.as_of < $7`;

/** $1: former plate; $2: owner; $3: new plate. A row of the new plate stays. */
const RENAME = `
  WITH former AS (DELETE FROM bonus_malus_registry WHERE plate_no = $1 AND afm = $2 RETURNING *)
  INSERT INTO bonus_malus_registry (${COLUMNS})
  SELECT $3, afm, bonus_malus, claims_last_year, claims_last_5_years, source, as_of FROM former ON CONFLICT (plate_no, afm) DO NOTHING`;

/** Rows that all agents share stay in the sandbox. */
const RENAME_OF_AGENT = `
  WITH former AS (
    SELECT * FROM (SELECT ${COLUMNS} FROM bonus_malus_registry UNION ALL SELECT ${COLUMNS} FROM agent_bonus_malus WHERE agent_code = $4) AS registry
    WHERE plate_no = $1 AND afm = $2 ORDER BY as_of DESC LIMIT 1),
  deleted AS (DELETE FROM agent_bonus_malus WHERE plate_no = $1 AND afm = $2 AND agent_code = $4)
  INSERT INTO agent_bonus_malus (${COLUMNS}, agent_code)
  SELECT $3, afm, bonus_malus, claims_last_year, claims_last_5_years, source, as_of, $4 FROM former
  ON CONFLICT (agent_code, plate_no, afm) DO NOTHING`;

/** Bonus-malus classes, which every motor price reads (ADR-2). */
@Injectable()
export class BonusMalusRegistry {
  constructor(private readonly store: Store) {}

  async find(place: RegistryPlace, plateNo: string, afm: string | null): Promise<BonusMalusEntry | null> {
    const { environment } = place;
    const [entry] = await this.store.query<BonusMalusEntry>(environment, FIND[environment], [plateNo, afm, ...agentIn(place)]);
    return entry ?? null;
  }

  async findOfOwner(
    environment: Environment,
    afm: string,
    vehicles: readonly { readonly plateNo: string; readonly agentCode: string }[],
  ): Promise<BonusMalusEntry[]> {
    const plates = vehicles.map(({ plateNo }) => plateNo);
    const agents = environment === 'sandbox' ? [vehicles.map(({ agentCode }) => agentCode)] : [];
    const rows = await this.store.query<BonusMalusEntry>(environment, FIND_OF_OWNER[environment], [afm, plates, ...agents]);
    const byDate = rows.toSorted((one, other) => (one.asOf < other.asOf ? -1 : 1));
    return [...new Map(byDate.map((entry) => [entry.plateNo, entry])).values()];
  }

  async add(environment: Environment, entries: readonly BonusMalusEntry[]): Promise<void> {
    const rows = [JSON.stringify(entries)];
    // Read first, so that a start needs no write.
    const missing = await this.store.query(environment, FIND_MISSING, rows);
    if (missing.length > 0) await this.store.query(environment, ADD, rows);
  }

  /** Lists rows that staff may change: in the sandbox without those of single agents. */
  listOfPlate(where: Environment | Writer | Transaction, plateNo: string): Promise<BonusMalusEntry[]> {
    const values = [plateNo];
    return isTransaction(where)
      ? where.query<BonusMalusEntry>(LIST_OF_PLATE, values)
      : this.store.query<BonusMalusEntry>(where, LIST_OF_PLATE, values);
  }

  async lock(tx: Transaction, plateNo: string): Promise<void> {
    await lockTurn(tx, `bonus-malus ${plateNo}`);
  }

  /** `later` keeps rows that are not earlier. Returns how many were written. */
  async save(tx: Transaction, entries: readonly BonusMalusEntry[], replaces: 'always' | 'later'): Promise<number> {
    return (await tx.query(SAVE, [JSON.stringify(entries), replaces === 'always'])).length;
  }

  async rename(
    tx: Transaction,
    place: RegistryPlace,
    afm: string,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<void> {
    const text = place.environment === 'sandbox' ? RENAME_OF_AGENT : RENAME;
    await tx.query(text, [from, afm, to, ...agentIn(place)]);
  }

  async move(tx: Transaction, place: RegistryPlace, entry: BonusMalusEntry): Promise<void> {
    const { plateNo, afm, bonusMalus, claimsLastYear, claimsLast5Years, source, asOf } = entry;
    const values = [plateNo, afm, bonusMalus, claimsLastYear, claimsLast5Years, source, asOf];
    await tx.query(place.environment === 'sandbox' ? MOVE_OF_AGENT : MOVE, [...values, ...agentIn(place)]);
  }
}

function isTransaction(where: Environment | Writer | Transaction): where is Transaction {
  return typeof where === 'object' && 'query' in where;
}

function agentIn({ environment, agentCode }: RegistryPlace): string[] {
  return environment === 'sandbox' ? [agentCode] : [];
}
