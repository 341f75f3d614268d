import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { CommissionKind, CommissionRatesRequest } from './commission-rates.dto.js';

export interface CommissionVersion {
  readonly line: string;
  readonly version: number;
  readonly validFrom: LocalDate;
  readonly note: string | null;
  readonly loadedAt: Date;
  readonly loadedBy: string | null;
}

/** Null matches everything. */
export interface CommissionRate {
  readonly agentCode: string | null;
  readonly agentType: string | null;
  readonly bundle: string | null;
  readonly cover: string | null;
  readonly kind: CommissionKind | null;
  readonly percent: string;
}

export interface CommissionVersionWithRates extends CommissionVersion {
  readonly rates: readonly CommissionRate[];
}

const HEAD = `v.line, v.version, v.valid_from AS "validFrom", v.content ->> 'note' AS note, v.loaded_at AS "loadedAt", v.loaded_by AS "loadedBy"`;
const LIST = `SELECT ${HEAD} FROM commission_version v WHERE $1::text IS NULL OR v.line = $1 ORDER BY v.line, v.valid_from DESC`;

const FIND = `
  SELECT ${HEAD}, coalesce((
    SELECT jsonb_agg(jsonb_build_object('agentCode', r.agent_code, 'agentType', r.agent_type, 'bundle', r.bundle, 'cover', r.cover, 'kind', r.kind,
      'percent', r.percent::text) ORDER BY r.position)
    FROM commission_rate r WHERE r.line = v.line AND r.version = v.version
      AND ($3::text IS NULL OR r.agent_code = $3 OR r.agent_type = (SELECT g.commission_type FROM agent g WHERE g.code = $3))), '[]') AS rates
  FROM commission_version v WHERE v.line = $1 AND v.version = $2`;

const FIND_IN_FORCE = `SELECT v.version FROM commission_version v WHERE v.line = $1 AND v.valid_from <= $2 ORDER BY v.valid_from DESC LIMIT 1`;

/** Opens the expense account of the line, because a booking of commission opens none. */
const INSERT = `
  WITH loaded AS (
    INSERT INTO commission_version (line, version, valid_from, content, sha256, loaded_by) VALUES ($1, $2, $3, $4::jsonb, $5, $6)
    ON CONFLICT (line, version) DO NOTHING RETURNING line, version),
  opened AS (
    INSERT INTO account (code, kind) SELECT 'commission-expense:' || line, 'COMMISSION_EXPENSE' FROM loaded ON CONFLICT (code) DO NOTHING),
  written AS (
    INSERT INTO commission_rate (line, version, position, agent_code, agent_type, bundle, cover, kind, percent)
    SELECT l.line, l.version, r.position, nullif(r."agentCode", ''), nullif(r."agentType", ''), nullif(r.bundle, ''), nullif(r.cover, ''), r.kind, r.percent
    FROM loaded l, ROWS FROM (jsonb_to_recordset($4::jsonb -> 'rates') AS ("agentCode" text, "agentType" text, bundle text, cover text, kind text, percent numeric))
      WITH ORDINALITY AS r("agentCode", "agentType", bundle, cover, kind, percent, position))
  SELECT version FROM loaded`;

const IS_SAME = `SELECT sha256 = $3 AS same FROM commission_version WHERE line = $1 AND version = $2`;
const LIST_TYPES = `SELECT DISTINCT agent_type AS type FROM commission_rate WHERE agent_type IS NOT NULL ORDER BY 1`;
const LIST_UNKNOWN_AGENTS = `SELECT sent.code FROM unnest($1::text[]) AS sent(code) WHERE NOT EXISTS (SELECT FROM agent g WHERE g.code = sent.code)`;

/** Rows never change. Plain SQL, because one statement writes a version (ADR-2). */
@Injectable()
export class CommissionRatesRepository {
  constructor(private readonly store: Store) {}

  list(where: Environment | Writer, line: string | null): Promise<CommissionVersion[]> {
    return this.store.query(where, LIST, [line]);
  }

  async find(
    where: Environment | Writer,
    line: string,
    version: number,
    agentCode: string | null = null,
  ): Promise<CommissionVersionWithRates | null> {
    const [found] = await this.store.query<CommissionVersionWithRates>(where, FIND, [line, version, agentCode]);
    return found ?? null;
  }

  async findVersionOn(environment: Environment, line: string, startDate: LocalDate): Promise<number | null> {
    const [found] = await this.store.query<{ version: number }>(environment, FIND_IN_FORCE, [line, startDate]);
    return found?.version ?? null;
  }

  async insert(tx: Transaction, content: CommissionRatesRequest, text: string, loadedBy: string | null): Promise<boolean> {
    const { line, version, validFrom } = content;
    return (await tx.query(INSERT, [line, version, validFrom, text, calculateDigest(text), loadedBy])).length > 0;
  }

  async isSame(tx: Transaction, { line, version }: CommissionRatesRequest, text: string): Promise<boolean> {
    const [found] = await tx.query<{ same: boolean }>(IS_SAME, [line, version, calculateDigest(text)]);
    return found?.same === true;
  }

  async findLatest(tx: Transaction, line: string): Promise<CommissionVersion | null> {
    const [latest] = await tx.query<CommissionVersion>(LIST, [line]);
    return latest ?? null;
  }

  async listTypes(tx: Transaction): Promise<string[]> {
    return (await tx.query<{ type: string }>(LIST_TYPES)).map(({ type }) => type);
  }

  async listUnknownAgents(tx: Transaction, codes: readonly string[]): Promise<string[]> {
    return (await tx.query<{ code: string }>(LIST_UNKNOWN_AGENTS, [codes])).map(({ code }) => code);
  }
}

function calculateDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
