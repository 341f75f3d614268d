import { Injectable } from '@nestjs/common';
import { addDays, startOfDay, toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Period } from '../../../common/period.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { PageWindow } from '../../../common/paging.js';
import type { Holder } from '../../../common/bulkhead.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import type { Agent } from './agent.js';
import type { StatementDocument } from '../../core/documents/rendering/statement.types.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import { STATEMENT_TEXTS } from '../../core/documents/rendering/statement-texts.js';
import { toInsurerDetails } from '../../core/documents/insurer-details.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import type { AgentAccount, OpenCharge } from './agent-account.js';
import { AgentAccountRepository } from './agent-account.repository.js';
import { sidesOf, statementCsv } from './statement-csv.js';
import type { StatementPage } from './statement.js';
import { StatementRepository } from './statement.repository.js';

/** Whose statement it is, for which days, as of when, and in which language it is written. */
export interface StatementOrder {
  readonly environment: Environment;
  readonly agent: Agent;
  readonly period: Period;
  readonly at: Date;
  readonly language: Language;
}

/** A statement of more lines is no reading matter: CSV has them all. */
export const MAX_PRINTED_ENTRIES = 2_000;

/** What agents owe, and how it came about. */
@Injectable()
export class AgentAccountReader {
  constructor(
    private readonly accounts: AgentAccountRepository,
    private readonly statements: StatementRepository,
    private readonly settings: SettingsService,
    private readonly renderer: PdfRenderer,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** An agent's account on the day of the moment; null when there is no such agent. */
  find(environment: Environment, code: string, at: Date): Promise<AgentAccount | null> {
    return this.accounts.find(environment, code, toLocalDate(at));
  }

  /** The oldest of the charges that are not paid, and how many there are. */
  findOpen(environment: Environment, code: string, most: number): Promise<{ items: readonly OpenCharge[]; total: number }> {
    return this.accounts.findOpen(environment, code, most);
  }

  /** A page of a statement, of one moment. */
  findStatement({ environment, agent, period }: StatementOrder, window: PageWindow): Promise<StatementPage> {
    return this.statements.findPageWithSums(environment, agent.code, spanOf(period), window);
  }

  /** A statement of any length as CSV, of the moment at which it was begun. */
  async *writeStatement({ environment, agent, period, language }: StatementOrder): AsyncGenerator<string, void> {
    const reading = await this.statements.open(environment, agent.code, spanOf(period));
    yield* statementCsv(period, reading, language);
  }

  /**
   * A statement as PDF, of one moment.
   * @throws DomainError LIMIT_REACHED when it has more than 2,000 entries; UNAVAILABLE when others are printed
   */
  printStatement(order: StatementOrder, holder: Holder<Environment | 'staff'>): Promise<Buffer> {
    // Statements may be of many pages: one at a time, so that a thread is free for the documents of policies.
    return this.bulkheads.statements.run(holder, async () => {
      const { environment, agent, period } = order;
      const window = { start: 1, limit: MAX_PRINTED_ENTRIES };
      const page = await this.statements.findPageWithSums(environment, agent.code, spanOf(period), window);
      if (page.total > MAX_PRINTED_ENTRIES) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_LONG });
      const { insurer } = await this.settings.get(environment);
      return this.renderer.render(holder, {
        kind: 'statement',
        data: { ...toDocument(order, page), insurer: toInsurerDetails(insurer, order.language) },
      });
    });
  }
}

/** The name of the file of a statement, without its ending. */
export function statementName({ agent, period }: Pick<StatementOrder, 'agent' | 'period'>): string {
  return `account-${agent.code}-${period.from}-${period.to}`;
}

const TOO_LONG = {
  el: 'Η κατάσταση έχει πάνω από 2.000 κινήσεις. Ζητήστε την ως CSV (Accept: text/csv) ή για μικρότερη περίοδο.',
  en: 'The statement has more than 2,000 entries. Ask for it as CSV (Accept: text/csv), or for a shorter period.',
};

function spanOf({ from, to }: Period): { from: Date; to: Date } {
  return { from: startOfDay(from), to: startOfDay(to) };
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
      ...sidesOf(amount),
      receiptNo: receipt?.shownNo ?? null,
      premium: receipt && { gross: receipt.gross, net: receipt.net },
    })),
  };
}
