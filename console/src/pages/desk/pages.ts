import { AccountsPage } from './accounts.js';
import { BankStatementPage, BankStatementsPage } from './bank.js';
import { HealthPage } from './health.js';
import { ReportsPage } from './reports.js';
import { SuspenseItemPage } from './suspense-item.js';

/** Staff pages for bank, accounts, reports and health, with their addresses. */
export const DESK_PAGES = [
  ['/bank-statements', BankStatementsPage],
  ['/bank-statements/$id', BankStatementPage],
  ['/accounts', AccountsPage],
  ['/suspense/$id', SuspenseItemPage],
  ['/reports', ReportsPage],
  ['/health', HealthPage],
] as const;
