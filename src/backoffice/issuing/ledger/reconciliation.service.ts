import { Injectable } from '@nestjs/common';
import { parseLocalDate } from '../../../common/athens.js';
import type { Language, Text } from '../../../common/language.js';
import { toAmount, toDecimal, toNumber } from '../../../common/money.js';
import { toCappedTotal } from '../../../common/paging.js';
import { buildColumn, buildOptionalColumn, type TableColumn, type TableRow } from '../../../common/table.js';
import { OwnerShares } from '../../../store/redis/owner-shares.js';
import {
  DAYS_TO_MATCH,
  ReconciliationRepository,
  type ReconciliationItem,
  type ReconciliationKind,
} from '../../../record/exchange/books/reconciliation.repository.js';
import { TRANSACTION_TITLES } from '../../../record/money/ledger/ledger-titles.js';
import { toPageWindow } from '../../common/page.dto.js';
import { toPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { ReconciliationItemResponse, ReconciliationQuery, ReconciliationResponse } from './reconciliation.dto.js';

export const RECONCILIATION_COLUMNS: readonly TableColumn[] = [
  buildColumn('title', 'text', 'Είδος διαφοράς', 'Item', 'Μόνο στα βιβλία'),
  buildColumn('day', 'date', 'Ημερομηνία', 'Day', '2026-11-21'),
  buildColumn('amount', 'amount', 'Ποσό διαφοράς', 'Difference', 332.64),
  buildColumn('days', 'integer', 'Ημέρες', 'Days', 9),
  buildColumn('reference', 'text', 'Αναφορά', 'Reference', 'NBG-20261121-000123'),
  buildOptionalColumn('transactionId', 'integer', 'Εγγραφή', 'Transaction', 1042),
  buildOptionalColumn('transactionTitle', 'text', 'Κίνηση', 'Kind of transaction', 'Πληρωμή πελάτη'),
  buildOptionalColumn('policyNo', 'text', 'Αριθμός συμβολαίου', 'Policy number', 'P260000042'),
  buildOptionalColumn('statementId', 'integer', 'Αντίγραφο', 'Statement', 3),
  buildOptionalColumn('text', 'text', 'Αιτιολογία', 'Text', 'ΠΡΟΜΗΘΕΙΑ ΤΗΡΗΣΗΣ'),
];

const TITLES: Readonly<Record<ReconciliationKind, Text>> = {
  BOOKING: { el: 'Μόνο στα βιβλία', en: 'Only in the books' },
  LINE: { el: 'Μόνο στην τράπεζα', en: 'Only at the bank' },
  OPENING: { el: 'Αρχικό υπόλοιπο', en: 'Opening balance' },
  GAP: { el: 'Λείπει αντίγραφο', en: 'Missing statement' },
};

@Injectable()
export class StaffReconciliationService {
  constructor(
    private readonly repository: ReconciliationRepository,
    private readonly shares: OwnerShares,
  ) {}

  async get({ environment, language }: StaffCaller, query: ReconciliationQuery): Promise<ReconciliationResponse> {
    const on = parseLocalDate(query.on) ?? query.on;
    const window = toPageWindow(query);
    const [sums, items] = await Promise.all([this.repository.getSums(environment, on), this.repository.listItems(environment, on, window)]);
    const { books, statements, statementsTo, explained, count, overdue } = sums;
    const difference = toDecimal(books).minus(statements);
    const figures = {
      on,
      books: toNumber(books),
      statements: toNumber(statements),
      statementsTo,
      difference: toNumber(toAmount(difference)),
      unexplained: toNumber(toAmount(difference.minus(explained))),
      overdue,
    };
    return { ...figures, ...toPage({ items: items.map((item) => toItem(item, language)), ...toCappedTotal(count) }, window) };
  }

  async *read({ environment, language, userId }: StaffCaller, on: string): AsyncGenerator<TableRow[], void> {
    const leave = await this.shares.enter('reports', { lane: 'staff', owner: userId });
    try {
      for await (const items of this.repository.readItems(environment, parseLocalDate(on) ?? on))
        yield items.map((item) => ({ ...item, ...toTitles(item, language) }));
    } finally {
      leave();
    }
  }
}

function toItem(item: ReconciliationItem, language: Language): ReconciliationItemResponse {
  const { kind, amount, days } = item;
  const isOverdue = (kind === 'BOOKING' || kind === 'LINE') && days > DAYS_TO_MATCH;
  return { ...item, ...toTitles(item, language), amount: toNumber(amount), isOverdue };
}

function toTitles({ kind, transactionKind }: ReconciliationItem, language: Language): { title: string; transactionTitle: string | null } {
  return { title: TITLES[kind][language], transactionTitle: transactionKind && TRANSACTION_TITLES[transactionKind][language] };
}
