import type { MigrationInterface } from 'typeorm';
import { CreateFunctions1764000000000 } from '../../migrations/1764000000000-create-functions.js';
import { CreateUsers1764000001000 } from '../../migrations/gateway/1764000001000-create-users.js';
import { CreatePrograms1764000002000 } from '../../migrations/gateway/1764000002000-create-programs.js';
import { CreateSignIn1764000003000 } from '../../migrations/gateway/1764000003000-create-sign-in.js';
import { CreateAccessChanges1764000004000 } from '../../migrations/gateway/1764000004000-create-access-changes.js';
import { CreateAuditAndCalls1764000005000 } from '../../migrations/gateway/1764000005000-create-audit-and-calls.js';
import { CreateParameters1764000006000 } from '../../migrations/gateway/1764000006000-create-parameters.js';
import { CreateSettings1764000011000 } from '../../migrations/environment/1764000011000-create-settings.js';
import { CreateAgents1764000012000 } from '../../migrations/environment/1764000012000-create-agents.js';
import { CreateApplications1764000013000 } from '../../migrations/environment/1764000013000-create-applications.js';
import { CreateDocuments1764000014000 } from '../../migrations/environment/1764000014000-create-documents.js';
import { CreateParties1764000015000 } from '../../migrations/environment/1764000015000-create-parties.js';
import { CreateReceipts1764000016000 } from '../../migrations/environment/1764000016000-create-receipts.js';
import { CreateLedger1764000017000 } from '../../migrations/environment/1764000017000-create-ledger.js';
import { CreateSuspense1764000018000 } from '../../migrations/environment/1764000018000-create-suspense.js';
import { CreatePayouts1764000019000 } from '../../migrations/environment/1764000019000-create-payouts.js';
import { CreateBankStatements1764000020000 } from '../../migrations/environment/1764000020000-create-bank-statements.js';
import { CreateStaffWork1764000021000 } from '../../migrations/environment/1764000021000-create-staff-work.js';
import { CreateCachedResponses1764000022000 } from '../../migrations/environment/1764000022000-create-cached-responses.js';
import { CreateEvents1764000023000 } from '../../migrations/environment/1764000023000-create-events.js';
import { CreateWebhooks1764000024000 } from '../../migrations/environment/1764000024000-create-webhooks.js';
import { CreateOverview1764000025000 } from '../../migrations/environment/1764000025000-create-overview.js';
import { CreateErasure1764000026000 } from '../../migrations/environment/1764000026000-create-erasure.js';
import { CreateSandbox1764000027000 } from '../../migrations/environment/1764000027000-create-sandbox.js';
import { CreateReset1764000028000 } from '../../migrations/environment/1764000028000-create-reset.js';
import { AddValueDates1764000029000 } from '../../migrations/environment/1764000029000-add-value-dates.js';
import { AddUnpaidInstalments1764000030000 } from '../../migrations/environment/1764000030000-add-unpaid-instalments.js';
import { AddCancellationReasons1764000031000 } from '../../migrations/environment/1764000031000-add-cancellation-reasons.js';
import { AddCommission1764000033000 } from '../../migrations/environment/1764000033000-add-commission.js';
import { AddReceivables1764000034000 } from '../../migrations/environment/1764000034000-add-receivables.js';
import { AddBooks1764000034100 } from '../../migrations/environment/1764000034100-add-books.js';
import { CreateLetters1764000035000 } from '../../migrations/environment/1764000035000-create-letters.js';
import { ExtendBank1764000037000 } from '../../migrations/environment/1764000037000-extend-bank.js';
import { ReconcileBank1764000040000 } from '../../migrations/environment/1764000040000-reconcile-bank.js';
import { PrepareRenewals1764000041000 } from '../../migrations/environment/1764000041000-prepare-renewals.js';
import { ExtendBooks1764000042000 } from '../../migrations/environment/1764000042000-extend-books.js';
import { CreateAmendments1764000050000 } from '../../migrations/environment/1764000050000-create-amendments.js';
import { CreateCustomerLinks1764000070000 } from '../../migrations/environment/1764000070000-create-customer-links.js';
import { CreatePrintTasks1764000081000 } from '../../migrations/environment/1764000081000-create-print-tasks.js';
import { CreateAmendmentRuns1764000051000 } from '../../migrations/environment/1764000051000-create-amendment-runs.js';
import { AddNeeds1764000061000 } from '../../migrations/environment/1764000061000-add-needs.js';
import { AddPrivacyNotice1764000061500 } from '../../migrations/environment/1764000061500-add-privacy-notice.js';
import { CreateCustomerDocuments1764000060000 } from '../../migrations/environment/1764000060000-create-customer-documents.js';
import { CreateAuthorities1764000092100 } from '../../migrations/environment/1764000092100-create-authorities.js';
import { AddAuditorRole1764000092000 } from '../../migrations/gateway/1764000092000-add-auditor-role.js';
import { ChainAuditRecord1764000094000 } from '../../migrations/gateway/1764000094000-chain-audit-record.js';
import { SaltErasableTexts1764000096000 } from '../../migrations/gateway/1764000096000-salt-erasable-texts.js';
import { AddAccountingRole1764000034200 } from '../../migrations/gateway/1764000034200-add-accounting-role.js';
import { RecordSessionOrigins1764000091000 } from '../../migrations/gateway/1764000091000-record-session-origins.js';
import { CreateOidcSignIn1764000091100 } from '../../migrations/gateway/1764000091100-create-oidc-sign-in.js';
import { CreateSecondFactors1764000090000 } from '../../migrations/gateway/1764000090000-create-second-factors.js';
import { AddKeyCertificates1764000093300 } from '../../migrations/gateway/1764000093300-add-key-certificates.js';
import { AddKeyLifetimes1764000093000 } from '../../migrations/gateway/1764000093000-add-key-lifetimes.js';
import { AddDocumentArchive1764000083000 } from '../../migrations/environment/1764000083000-add-document-archive.js';
import { AddHistoryBounds1764000083100 } from '../../migrations/environment/1764000083100-add-history-bounds.js';
import { ValidateHistoryBounds1764000083200 } from '../../migrations/environment/1764000083200-validate-history-bounds.js';
import { DivideHistory1764000083300 } from '../../migrations/environment/1764000083300-divide-history.js';
import { CreateKeyExpiryNotices1764000093100 } from '../../migrations/environment/1764000093100-create-key-expiry-notices.js';
import { AddEventTraces1764000095000 } from '../../migrations/environment/1764000095000-add-event-traces.js';
import { CreatePortfolioTransfers1764000100000 } from '../../migrations/environment/1764000100000-create-portfolio-transfers.js';
import { AddPricesToDecisions1764000100100 } from '../../migrations/environment/1764000100100-add-prices-to-decisions.js';
import { IndexAgentTasks1764000300000 } from '../../migrations/environment/1764000300000-index-agent-tasks.js';
import { HardenPortfolioTransfers1764000320000 } from '../../migrations/environment/1764000320000-harden-portfolio-transfers.js';
import { IndexMoneyOfApplications1764000400000 } from '../../migrations/environment/1764000400000-index-money-of-applications.js';
import { AddProductionDeclines1764000600000 } from '../../migrations/gateway/1764000600000-add-production-declines.js';
import { CreateMessageTemplates1764000610000 } from '../../migrations/environment/1764000610000-create-message-templates.js';
import { MatchBankLinesInLinearTime1764000700000 } from '../../migrations/environment/1764000700000-match-bank-lines-in-linear-time.js';
import { IndexRenewals1764000710000 } from '../../migrations/environment/1764000710000-index-renewals.js';
import { CreateAccountMails1764000320100 } from '../../migrations/gateway/1764000320100-create-account-mails.js';
import { RecordExchanges1764000610100 } from '../../migrations/gateway/1764000610100-record-exchanges.js';
import type { Schema } from './schema.js';
import { CreateQuoteDrafts1764000800000 } from '../../migrations/environment/1764000800000-create-quote-drafts.js';
import { CreatePoliciesToPrint1764000900000 } from '../../migrations/environment/1764000900000-create-policies-to-print.js';

/** `isAdditive`: nodes of the previous version can continue, so no renamed, dropped, required or unique columns. */
export interface MigrationClass {
  readonly name: string;
  readonly isAdditive: boolean;
  new (): MigrationInterface;
}

/** New ones follow by timestamp and name no schema. 1.0.0 ends with 1764000028000; released ones never change. */
const gatewayMigrations: readonly MigrationClass[] = [
  CreateFunctions1764000000000,
  CreateUsers1764000001000,
  CreatePrograms1764000002000,
  CreateSignIn1764000003000,
  CreateAccessChanges1764000004000,
  CreateAuditAndCalls1764000005000,
  CreateParameters1764000006000,
  AddAccountingRole1764000034200,
  CreateSecondFactors1764000090000,
  RecordSessionOrigins1764000091000,
  CreateOidcSignIn1764000091100,
  AddAuditorRole1764000092000,
  AddKeyLifetimes1764000093000,
  AddKeyCertificates1764000093300,
  ChainAuditRecord1764000094000,
  SaltErasableTexts1764000096000,
  CreateAccountMails1764000320100,
  AddProductionDeclines1764000600000,
  RecordExchanges1764000610100,
];

const environmentMigrations: readonly MigrationClass[] = [
  CreateFunctions1764000000000,
  CreateSettings1764000011000,
  CreateAgents1764000012000,
  CreateApplications1764000013000,
  CreateDocuments1764000014000,
  CreateParties1764000015000,
  CreateReceipts1764000016000,
  CreateLedger1764000017000,
  CreateSuspense1764000018000,
  CreatePayouts1764000019000,
  CreateBankStatements1764000020000,
  CreateStaffWork1764000021000,
  CreateCachedResponses1764000022000,
  CreateEvents1764000023000,
  CreateWebhooks1764000024000,
  CreateOverview1764000025000,
  CreateErasure1764000026000,
  CreateSandbox1764000027000,
  CreateReset1764000028000,
  AddValueDates1764000029000,
  AddUnpaidInstalments1764000030000,
  AddCancellationReasons1764000031000,
  AddCommission1764000033000,
  AddReceivables1764000034000,
  AddBooks1764000034100,
  CreateLetters1764000035000,
  ExtendBank1764000037000,
  ReconcileBank1764000040000,
  PrepareRenewals1764000041000,
  ExtendBooks1764000042000,
  CreateAmendments1764000050000,
  CreateAmendmentRuns1764000051000,
  CreateCustomerDocuments1764000060000,
  AddNeeds1764000061000,
  AddPrivacyNotice1764000061500,
  CreateCustomerLinks1764000070000,
  CreatePrintTasks1764000081000,
  AddDocumentArchive1764000083000,
  AddHistoryBounds1764000083100,
  ValidateHistoryBounds1764000083200,
  DivideHistory1764000083300,
  CreateAuthorities1764000092100,
  CreateKeyExpiryNotices1764000093100,
  AddEventTraces1764000095000,
  CreatePortfolioTransfers1764000100000,
  AddPricesToDecisions1764000100100,
  IndexAgentTasks1764000300000,
  HardenPortfolioTransfers1764000320000,
  IndexMoneyOfApplications1764000400000,
  CreateMessageTemplates1764000610000,
  MatchBankLinesInLinearTime1764000700000,
  IndexRenewals1764000710000,
  CreateQuoteDrafts1764000800000,
  CreatePoliciesToPrint1764000900000,
];

export function listMigrations(schema: Schema): readonly MigrationClass[] {
  return schema === 'gateway' ? gatewayMigrations : environmentMigrations;
}
