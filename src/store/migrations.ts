import type { MigrationInterface } from 'typeorm';
import { CreateFunctions1763600000000 } from '../../migrations/1763600000000-create-functions.js';
import { CreateAccessChange1763600006600 } from '../../migrations/gateway/1763600006600-create-access-change.js';
import { CreateApiKey1763600001000 } from '../../migrations/gateway/1763600001000-create-api-key.js';
import { CreateAppUser1763600001100 } from '../../migrations/gateway/1763600001100-create-app-user.js';
import { CreateUserKey1763600001200 } from '../../migrations/gateway/1763600001200-create-user-key.js';
import { CreateToken1763600001300 } from '../../migrations/gateway/1763600001300-create-token.js';
import { CreateRateAdmission1763600001400 } from '../../migrations/gateway/1763600001400-create-rate-admission.js';
import { CountAdmissionsByService1763600003040 } from '../../migrations/gateway/1763600003040-count-admissions-by-service.js';
import { CreateStaffDevice1763600010400 } from '../../migrations/gateway/1763600010400-create-staff-device.js';
import { CreateStaffSession1763600004000 } from '../../migrations/gateway/1763600004000-create-staff-session.js';
import { CreateOneTimeToken1763600004100 } from '../../migrations/gateway/1763600004100-create-one-time-token.js';
import { CreateSignInAttempt1763600004200 } from '../../migrations/gateway/1763600004200-create-sign-in-attempt.js';
import { CreateAuditEntry1763600004300 } from '../../migrations/gateway/1763600004300-create-audit-entry.js';
import { CreateSignup1763600004400 } from '../../migrations/gateway/1763600004400-create-signup.js';
import { CreateParameterVersion1763600006700 } from '../../migrations/gateway/1763600006700-create-parameter-version.js';
import { EraseAuditTexts1763600007000 } from '../../migrations/gateway/1763600007000-erase-audit-texts.js';
import { CreateCallLog1763600011200 } from '../../migrations/gateway/1763600011200-create-call-log.js';
import { FindCallsByMoment1763600011400 } from '../../migrations/gateway/1763600011400-find-calls-by-moment.js';
import { SignUpToTheSandbox1763600012400 } from '../../migrations/gateway/1763600012400-sign-up-to-the-sandbox.js';
import { CreateConsolePrograms1763600016410 } from '../../migrations/gateway/1763600016410-create-console-programs.js';
import { CreateNode1763600019010 } from '../../migrations/gateway/1763600019010-create-node.js';
import { RecordRolesOfActors1763600023000 } from '../../migrations/gateway/1763600023000-record-roles-of-actors.js';
import { DateDelegations1763600019000 } from '../../migrations/gateway/1763600019000-date-delegations.js';
import { KeepSessionsInCookies1763600016400 } from '../../migrations/gateway/1763600016400-keep-sessions-in-cookies.js';
import { CreateKeptStaffAnswer1763600014000 } from '../../migrations/gateway/1763600014000-create-kept-staff-answer.js';
import { CreateApplications1763600001000 } from '../../migrations/environment/1763600001000-create-applications.js';
import { CreateDocuments1763600001500 } from '../../migrations/environment/1763600001500-create-documents.js';
import { CreateTariffs1763600001800 } from '../../migrations/environment/1763600001800-create-tariffs.js';
import { CreateSettings1763600002000 } from '../../migrations/environment/1763600002000-create-settings.js';
import { CreateAgents1763600002100 } from '../../migrations/environment/1763600002100-create-agents.js';
import { CreateParties1763600002200 } from '../../migrations/environment/1763600002200-create-parties.js';
import { CreateReceipts1763600002300 } from '../../migrations/environment/1763600002300-create-receipts.js';
import { CreateLedger1763600002400 } from '../../migrations/environment/1763600002400-create-ledger.js';
import { AddApprovalAcceptance1763600003000 } from '../../migrations/environment/1763600003000-add-approval-acceptance.js';
import { CreateBonusMalusRegistry1763600005000 } from '../../migrations/environment/1763600005000-create-bonus-malus-registry.js';
import { IndexDue1763600003100 } from '../../migrations/environment/1763600003100-index-due.js';
import { PreferPartyContacts1763600006000 } from '../../migrations/environment/1763600006000-prefer-party-contacts.js';
import { CreateServiceRequests1763600006100 } from '../../migrations/environment/1763600006100-create-service-requests.js';
import { CreateKeptAnswer1763600006200 } from '../../migrations/environment/1763600006200-create-kept-answer.js';
import { AddRenewals1763600006300 } from '../../migrations/environment/1763600006300-add-renewals.js';
import { CreateSuspense1763600006400 } from '../../migrations/environment/1763600006400-create-suspense.js';
import { ScanDocuments1763600006500 } from '../../migrations/environment/1763600006500-scan-documents.js';
import { KeySystemDocuments1763600006510 } from '../../migrations/environment/1763600006510-key-system-documents.js';
import { ErasePersons1763600006710 } from '../../migrations/environment/1763600006710-erase-persons.js';
import { DateLedgerEntries1763600006900 } from '../../migrations/environment/1763600006900-date-ledger-entries.js';
import { EraseMentions1763600007000 } from '../../migrations/environment/1763600007000-erase-mentions.js';
import { AddRetention1763600007100 } from '../../migrations/environment/1763600007100-add-retention.js';
import { LeaveAnswersToSearch1763600009000 } from '../../migrations/environment/1763600009000-leave-answers-to-search.js';
import { OwnKeptAnswers1763600010200 } from '../../migrations/environment/1763600010200-own-kept-answers.js';
import { CreateErasure1763600010210 } from '../../migrations/environment/1763600010210-create-erasure.js';
import { EraseInParts1763600010220 } from '../../migrations/environment/1763600010220-erase-in-parts.js';
import { EraseFreeTextsWhole1763600009010 } from '../../migrations/environment/1763600009010-erase-free-texts-whole.js';
import { WidenAmounts1763600009100 } from '../../migrations/environment/1763600009100-widen-amounts.js';
import { LimitUploads1763600010000 } from '../../migrations/environment/1763600010000-limit-uploads.js';
import { CreatePartyRecords1763600010100 } from '../../migrations/environment/1763600010100-create-party-records.js';
import { FillPartyRecords1763600010110 } from '../../migrations/environment/1763600010110-fill-party-records.js';
import { MovePartyDetails1763600010120 } from '../../migrations/environment/1763600010120-move-party-details.js';
import { ErasePartyRecords1763600010130 } from '../../migrations/environment/1763600010130-erase-party-records.js';
import { KeyPartyIdKey1763600010500 } from '../../migrations/environment/1763600010500-key-party-id-key.js';
import { CreateEvents1763600011000 } from '../../migrations/environment/1763600011000-create-events.js';
import { CreateWebhooks1763600011100 } from '../../migrations/environment/1763600011100-create-webhooks.js';
import { LimitWebhookCalls1763600011150 } from '../../migrations/environment/1763600011150-limit-webhook-calls.js';
import { TakeUnidentifiedMoney1763600011300 } from '../../migrations/environment/1763600011300-take-unidentified-money.js';
import { DeleteOldDeliveries1763600011310 } from '../../migrations/environment/1763600011310-delete-old-deliveries.js';
import { BoundEventWork1763600011410 } from '../../migrations/environment/1763600011410-bound-event-work.js';
import { CreateAgentClock1763600012000 } from '../../migrations/environment/1763600012000-create-agent-clock.js';
import { HoldAgentClock1763600012010 } from '../../migrations/environment/1763600012010-hold-agent-clock.js';
import { AdvanceAgentClock1763600012020 } from '../../migrations/environment/1763600012020-advance-agent-clock.js';
import { OwnBankAdvices1763600012110 } from '../../migrations/environment/1763600012110-own-bank-advices.js';
import { CreateArmedFault1763600012210 } from '../../migrations/environment/1763600012210-create-armed-fault.js';
import { CreateAgentBonusMalus1763600012220 } from '../../migrations/environment/1763600012220-create-agent-bonus-malus.js';
import { MarkEventsDeletedByAge1763600012310 } from '../../migrations/environment/1763600012310-mark-events-deleted-by-age.js';
import { ResetAgents1763600012320 } from '../../migrations/environment/1763600012320-reset-agents.js';
import { TakeTestAgents1763600012410 } from '../../migrations/environment/1763600012410-take-test-agents.js';
import { Demand1763600012510 } from '../../migrations/environment/1763600012510-demand.js';
import { SearchNewestByName1763600013020 } from '../../migrations/environment/1763600013020-search-newest-by-name.js';
import { CreateOverview1763600014100 } from '../../migrations/environment/1763600014100-create-overview.js';
import { FindPoliciesAndRoles1763600014300 } from '../../migrations/environment/1763600014300-find-policies-and-roles.js';
import { KeepShownAnswers1763600013100 } from '../../migrations/environment/1763600013100-keep-shown-answers.js';
import { CreateStaffWork1763600014200 } from '../../migrations/environment/1763600014200-create-staff-work.js';
import { IndexListsOfStaff1763600014210 } from '../../migrations/environment/1763600014210-index-lists-of-staff.js';
import { CreateCancellations1763600014500 } from '../../migrations/environment/1763600014500-create-cancellations.js';
import { SetGreenCardInsurer1763600014510 } from '../../migrations/environment/1763600014510-set-green-card-insurer.js';
import { SetLegalTexts1763600014520 } from '../../migrations/environment/1763600014520-set-legal-texts.js';
import { KeepEnglishCopies1763600014530 } from '../../migrations/environment/1763600014530-keep-english-copies.js';
import { CreateRefunds1763600015000 } from '../../migrations/environment/1763600015000-create-refunds.js';
import { TouchPaidRefunds1763600015010 } from '../../migrations/environment/1763600015010-touch-paid-refunds.js';
import { CreateBankStatements1763600016000 } from '../../migrations/environment/1763600016000-create-bank-statements.js';
import { IndexPaymentCodesByAmount1763600016010 } from '../../migrations/environment/1763600016010-index-payment-codes-by-amount.js';
import { IndexReports1763600016200 } from '../../migrations/environment/1763600016200-index-reports.js';
import { FindOpenCharges1763600016500 } from '../../migrations/environment/1763600016500-find-open-charges.js';
import { SumDebitsByDay1763600017000 } from '../../migrations/environment/1763600017000-sum-debits-by-day.js';
import { FindToldOfSuspense1763600017010 } from '../../migrations/environment/1763600017010-find-told-of-suspense.js';
import { ListByNumberAndAgent1763600020000 } from '../../migrations/environment/1763600020000-list-by-number-and-agent.js';
import { TellOwnAfmsFirst1763600021000 } from '../../migrations/environment/1763600021000-tell-own-afms-first.js';
import { AgeDebtsFromAnIndex1763600022000 } from '../../migrations/environment/1763600022000-age-debts-from-an-index.js';
import { OweSenders1763600024000 } from '../../migrations/environment/1763600024000-owe-senders.js';
import { ApprovePayoutBatches1763600024500 } from '../../migrations/environment/1763600024500-approve-payout-batches.js';
import { TellTermsOfDecision1763600025000 } from '../../migrations/environment/1763600025000-tell-terms-of-decision.js';
import { DropShownAnswers1763702000000 } from '../../migrations/environment/1763702000000-drop-shown-answers.js';
import type { Schema } from './schema.js';

/**
 * `isAdditive`: a node of the former program goes on serving once it is done, because everything that program reads and writes is still there, means
 * the same and may be left out. New tables, indexes and functions are; so are columns that may be null or have a default. What is renamed, dropped,
 * required, made unique or given another meaning is not.
 */
export interface MigrationClass {
  readonly name: string;
  readonly isAdditive: boolean;
  new (): MigrationInterface;
}

/**
 * A new migration is one import and one line here, in the order of the timestamps. It runs on a connection whose search path is its schema, so it
 * names no schema; production and sandbox run the same list. Migrations that were released are never changed.
 */
const gatewayMigrations: readonly MigrationClass[] = [
  CreateFunctions1763600000000,
  CreateApiKey1763600001000,
  CreateAppUser1763600001100,
  CreateUserKey1763600001200,
  CreateToken1763600001300,
  CreateRateAdmission1763600001400,
  CountAdmissionsByService1763600003040,
  CreateStaffSession1763600004000,
  CreateOneTimeToken1763600004100,
  CreateSignInAttempt1763600004200,
  CreateAuditEntry1763600004300,
  CreateSignup1763600004400,
  CreateAccessChange1763600006600,
  CreateParameterVersion1763600006700,
  EraseAuditTexts1763600007000,
  CreateStaffDevice1763600010400,
  CreateCallLog1763600011200,
  FindCallsByMoment1763600011400,
  SignUpToTheSandbox1763600012400,
  CreateKeptStaffAnswer1763600014000,
  KeepSessionsInCookies1763600016400,
  CreateConsolePrograms1763600016410,
  DateDelegations1763600019000,
  CreateNode1763600019010,
  RecordRolesOfActors1763600023000,
];

const environmentMigrations: readonly MigrationClass[] = [
  CreateFunctions1763600000000,
  CreateApplications1763600001000,
  CreateDocuments1763600001500,
  CreateTariffs1763600001800,
  CreateSettings1763600002000,
  CreateAgents1763600002100,
  CreateParties1763600002200,
  CreateReceipts1763600002300,
  CreateLedger1763600002400,
  AddApprovalAcceptance1763600003000,
  IndexDue1763600003100,
  CreateBonusMalusRegistry1763600005000,
  PreferPartyContacts1763600006000,
  CreateServiceRequests1763600006100,
  CreateKeptAnswer1763600006200,
  AddRenewals1763600006300,
  CreateSuspense1763600006400,
  ScanDocuments1763600006500,
  KeySystemDocuments1763600006510,
  ErasePersons1763600006710,
  DateLedgerEntries1763600006900,
  EraseMentions1763600007000,
  AddRetention1763600007100,
  LeaveAnswersToSearch1763600009000,
  EraseFreeTextsWhole1763600009010,
  WidenAmounts1763600009100,
  LimitUploads1763600010000,
  CreatePartyRecords1763600010100,
  FillPartyRecords1763600010110,
  MovePartyDetails1763600010120,
  ErasePartyRecords1763600010130,
  OwnKeptAnswers1763600010200,
  CreateErasure1763600010210,
  EraseInParts1763600010220,
  KeyPartyIdKey1763600010500,
  CreateEvents1763600011000,
  CreateWebhooks1763600011100,
  LimitWebhookCalls1763600011150,
  TakeUnidentifiedMoney1763600011300,
  DeleteOldDeliveries1763600011310,
  BoundEventWork1763600011410,
  CreateAgentClock1763600012000,
  HoldAgentClock1763600012010,
  AdvanceAgentClock1763600012020,
  OwnBankAdvices1763600012110,
  CreateArmedFault1763600012210,
  CreateAgentBonusMalus1763600012220,
  MarkEventsDeletedByAge1763600012310,
  ResetAgents1763600012320,
  TakeTestAgents1763600012410,
  Demand1763600012510,
  SearchNewestByName1763600013020,
  KeepShownAnswers1763600013100,
  CreateOverview1763600014100,
  CreateStaffWork1763600014200,
  IndexListsOfStaff1763600014210,
  FindPoliciesAndRoles1763600014300,
  CreateCancellations1763600014500,
  SetGreenCardInsurer1763600014510,
  SetLegalTexts1763600014520,
  KeepEnglishCopies1763600014530,
  CreateRefunds1763600015000,
  TouchPaidRefunds1763600015010,
  CreateBankStatements1763600016000,
  IndexPaymentCodesByAmount1763600016010,
  IndexReports1763600016200,
  FindOpenCharges1763600016500,
  SumDebitsByDay1763600017000,
  FindToldOfSuspense1763600017010,
  ListByNumberAndAgent1763600020000,
  TellOwnAfmsFirst1763600021000,
  AgeDebtsFromAnIndex1763600022000,
  OweSenders1763600024000,
  ApprovePayoutBatches1763600024500,
  TellTermsOfDecision1763600025000,
  DropShownAnswers1763702000000,
];

export function migrationsOf(schema: Schema): readonly MigrationClass[] {
  return schema === 'gateway' ? gatewayMigrations : environmentMigrations;
}
