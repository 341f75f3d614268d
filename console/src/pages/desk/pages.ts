import { WithdrawalsPage } from '../customer/lazy.js';
import { BonusMalusPage } from './bonus-malus.js';
import { AccountsPage } from './accounts.js';
import { BankStatementPage, BankStatementsPage } from './bank.js';
import { CommissionPage, CommissionRatesPage } from './commission.js';
import { BookingsPage } from './bookings.js';
import { ClosingsPage, JournalPage, TrialBalancePage } from './books.js';
import { HealthPage } from './health.js';
import { AmendmentRunPage, AmendmentRunsPage, AuthoritiesPage } from './lazy.js';
import { ReconciliationPage } from './reconciliation.js';
import { ReportsPage } from './reports.js';
import { SuspenseItemPage } from './suspense-item.js';

/** Staff pages for bank, accounts, reports and health, with their addresses. */
export const DESK_PAGES = [
  ['/amendment-runs', AmendmentRunsPage],
  ['/amendment-runs/$id', AmendmentRunPage],
  ['/bank-statements', BankStatementsPage],
  ['/bank-statements/$id', BankStatementPage],
  ['/authorities', AuthoritiesPage],
  ['/bookings', BookingsPage],
  ['/accounts', AccountsPage],
  ['/bonus-malus', BonusMalusPage],
  ['/commission', CommissionPage],
  ['/commission-rates', CommissionRatesPage],
  ['/suspense/$id', SuspenseItemPage],
  ['/reports', ReportsPage],
  ['/trial-balance', TrialBalancePage],
  ['/journal', JournalPage],
  ['/reconciliation', ReconciliationPage],
  ['/closings', ClosingsPage],
  ['/withdrawals', WithdrawalsPage],
  ['/health', HealthPage],
] as const;
