import { Injectable } from '@nestjs/common';
import { addDays, getStartOfDay, toLocalDate } from '../../../common/athens.js';
import type { CsvFormat } from '../../../common/csv.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Period } from '../../../common/period.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { PageWindow } from '../../../common/paging.js';
import type { Holder } from '../../../common/bulkhead.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import type { Agent } from './agent.js';
import type { StatementDocument } from '../../core/documents/rendering/statement-document.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import { STATEMENT_TEXTS } from '../../core/documents/rendering/statement-texts.js';
import { toInsurerDetails } from '../../core/documents/document.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { toSides, writeStatementCsv } from './statement-csv.js';
import type { StatementPage } from './statement.js';
import { StatementRepository } from './statement.repository.js';

interface StatementOrder {
  readonly environment: Environment;
  readonly agent: Agent;
  readonly period: Period;
  readonly at: Date;
  readonly language: Language;
}

const MAX_PRINTED_ENTRIES = 2_000;

@Injectable()
export class AgentStatementService {
  constructor(
    private readonly statements: StatementRepository,
    private readonly settings: SettingsService,
    private readonly renderer: PdfRenderer,
    private readonly bulkheads: Bulkheads,
  ) {}

  findPage({ environment, agent, period }: StatementOrder, window: PageWindow): Promise<StatementPage> {
    return this.statements.findPage(environment, agent.code, toSpan(period), window, true);
  }

  async *write({ environment, agent, period }: StatementOrder, format: CsvFormat): AsyncGenerator<string, void> {
    const reading = await this.statements.open(environment, agent.code, toSpan(period));
    yield* writeStatementCsv(period, reading, format);
  }

  print(order: StatementOrder, holder: Holder<Environment | 'staff'>): Promise<Buffer> {
    // One at a time, because a statement has many pages and policies need threads as well.
    return this.bulkheads.statements.run(holder, async () => {
      const { environment, agent, period } = order;
      const window = { start: 1, limit: MAX_PRINTED_ENTRIES };
      const page = await this.statements.findPage(environment, agent.code, toSpan(period), window, true);
      if (page.total > MAX_PRINTED_ENTRIES) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_LONG });
      const { insurer } = await this.settings.get(environment);
      return this.renderer.render(holder, {
        kind: 'statement',
        data: { ...toDocument(order, page), insurer: toInsurerDetails(insurer, order.language) },
      });
    });
  }
}

export function buildStatementName({ agent, period }: Pick<StatementOrder, 'agent' | 'period'>): string {
  return `account-${agent.code}-${period.from}-${period.to}`;
}

const TOO_LONG = {
  el: 'Η κατάσταση έχει πάνω από 2.000 κινήσεις. Ζητήστε την ως CSV (Accept: text/csv) ή για μικρότερη περίοδο.',
  en: 'The statement has more than 2,000 entries. Ask for it as CSV (Accept: text/csv), or for a shorter period.',
};

function toSpan({ from, to }: Period): { from: Date; to: Date } {
  return { from: getStartOfDay(from), to: getStartOfDay(to) };
}

function toDocument({ environment, agent, period, at, language }: StatementOrder, page: StatementPage): Omit<StatementDocument, 'insurer'> {
  const { opening, closing, debits, credits } = page;
  const { kinds } = STATEMENT_TEXTS[language];
  return {
    language,
    issuedAt: at,
    currency: 'EUR',
    sandbox: environment === 'sandbox',
    opening,
    closing,
    debits,
    credits,
    agent: { code: agent.code, name: agent.name },
    creditLimit: agent.creditLimit,
    period: { start: period.from, end: addDays(period.to, -1) },
    entries: page.entries.map(({ at: moment, kind, reference, receipt, clientName, amount, balance }) => ({
      date: toLocalDate(moment),
      movement: kinds[kind],
      reference,
      client: clientName,
      balance,
      ...toSides(amount),
      receiptNo: receipt?.shownNo ?? null,
      premium: receipt && { gross: receipt.gross, net: receipt.net },
    })),
  };
}
