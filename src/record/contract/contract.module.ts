import { Module } from '@nestjs/common';
import { CoreModule } from '../core/core.module.js';
import { MoneyModule } from '../money/money.module.js';
import { AmendmentRunCalculator } from './amendment-runs/amendment-run-calculator.service.js';
import { AmendmentRunRepository } from './amendment-runs/amendment-run.repository.js';
import { AmendmentRunService } from './amendment-runs/amendment-run.service.js';
import { AmendmentRunWriter } from './amendment-runs/amendment-run-writer.service.js';
import { AgentAmendments } from './amendments/agent-amendments.js';
import { AmendmentCalculator } from './amendments/amendment-calculator.service.js';
import { AmendmentChanges } from './amendments/amendment-changes.service.js';
import { AmendmentDueService } from './amendments/amendment-due.service.js';
import { AmendmentForms } from './amendments/amendment-form.service.js';
import { AmendmentIssueService } from './amendments/amendment-issue.service.js';
import { AmendmentPaymentService } from './amendments/amendment-payment.service.js';
import { AmendedQuestionnaireReader } from './amendments/amended-questionnaire.reader.js';
import { AmendmentReader } from './amendments/amendment-reader.service.js';
import { RenewalAmendmentCalculator } from './amendments/renewal-amendment.calculator.js';
import { AmendmentReview } from './amendments/amendment-review.service.js';
import { AmendmentService } from './amendments/amendment.service.js';
import { CertificatePrinter } from './certificates/certificate-printer.service.js';
import { ContractDayPrinter } from './amendments/contract-day-printer.js';
import { RunningContracts } from './amendments/running-contract.service.js';
import { LineApplicationsService } from './application-steps/line-applications.service.js';
import { PrepayService } from './application-steps/prepay.service.js';
import { CancellationRepository } from './cancellation/cancellation.repository.js';
import { CancellationService } from './cancellation/cancellation.service.js';
import { ReinstatementRepository } from './cancellation/reinstatement.repository.js';
import { ReinstatementService } from './cancellation/reinstatement.service.js';
import { ClaimsHistoryRepository } from './claims-history/claims-history.repository.js';
import { ClaimsHistoryService } from './claims-history/claims-history.service.js';
import { CustomerAnswerService } from './customer/customer-answer.service.js';
import { CustomerContentService } from './customer/customer-content.service.js';
import { CustomerLinkRepository } from './customer/customer-link.repository.js';
import { CustomerLinkService } from './customer/customer-link.service.js';
import { CustomerMailer } from './customer/customer-mailer.js';
import { WithdrawalRepository } from './customer/withdrawal.repository.js';
import { WithdrawalWriter } from './customer/withdrawal-writer.service.js';
import { WithdrawalService } from './customer/withdrawal.service.js';
import { DueBookingService } from './due/due-booking.service.js';
import { DueRepository } from './due/due.repository.js';
import { DueDecisionService } from './due/due-decision.service.js';
import { DueService } from './due/due.service.js';
import { UnpaidNoticeService } from './due/unpaid-notice.service.js';
import { ApplicationDetailsReader } from './issue/application-details.reader.js';
import { ChargeService, RefusedCredit } from './issue/charge.service.js';
import { GreenCardService } from './issue/green-card.service.js';
import { IssueService } from './issue/issue.service.js';
import { ContractFactsReader } from './issue/contract-facts.reader.js';
import { ContractTerms } from './issue/contract-terms.service.js';
import { ActReader } from './issue/act-reader.service.js';
import { MissingDocumentService } from './issue/missing-document.service.js';
import { MissingDocumentsRepository } from './issue/missing-documents.repository.js';
import { PaymentNoticeService } from './issue/payment-notice.service.js';
import { PolicyPrinter } from './issue/policy-printer.js';
import { PrintQueue } from './issue/print-queue.js';
import { RenewalPreparationService } from './issue/renewal-preparation.service.js';
import { RenewalRepository } from './issue/renewal.repository.js';
import { RenewalService } from './issue/renewal.service.js';
import { InstalmentCodes } from './notices/instalment-codes.js';
import { NoticeLetters } from './notices/notice-letters.js';
import { NoticeRepository } from './notices/notice.repository.js';
import { NoticeClocks, NoticeService } from './notices/notice.service.js';
import { OfferRepository } from './offers/offer.repository.js';
import { OfferService } from './offers/offer.service.js';
import { QuoteOfferService } from './offers/quote-offer.service.js';
import { InformationService } from './offers/information.service.js';
import { BankAdviceRepository } from './payments/bank-advice.repository.js';
import { BankAdviceService } from './payments/bank-advice.service.js';
import { BookingReversalService } from './payments/booking-reversal.service.js';
import { CustomerPaymentService } from './payments/customer-payment.service.js';
import { LapseReinstatementService } from './payments/lapse-reinstatement.service.js';
import { ReversalRepository } from './payments/reversal.repository.js';
import { ReversalService } from './payments/reversal.service.js';
import { SenderAccounts } from './payments/sender-accounts.js';
import { SuspenseUseService } from './payments/suspense-use.service.js';
import { SuspenseRepository } from './payments/suspense.repository.js';
import { SuspenseService } from './payments/suspense.service.js';
import { PortfolioTransferRepository } from './transfers/portfolio-transfer.repository.js';
import { PortfolioTransferService } from './transfers/portfolio-transfer.service.js';
import { AuthorityRepository } from './underwriting/authority.repository.js';
import { AuthorityService } from './underwriting/authority.service.js';
import { UnderwritingService } from './underwriting/underwriting.service.js';

@Module({
  imports: [CoreModule, MoneyModule],
  providers: [
    AgentAmendments,
    AmendmentCalculator,
    AmendmentChanges,
    AmendmentDueService,
    AmendmentForms,
    AmendmentIssueService,
    AmendmentPaymentService,
    AmendedQuestionnaireReader,
    AmendmentReader,
    AmendmentReview,
    RenewalAmendmentCalculator,
    AmendmentRunCalculator,
    AmendmentRunRepository,
    AmendmentRunService,
    AmendmentRunWriter,
    AmendmentService,
    ApplicationDetailsReader,
    BankAdviceRepository,
    BankAdviceService,
    BookingReversalService,
    CancellationRepository,
    CancellationService,
    ChargeService,
    ClaimsHistoryRepository,
    ClaimsHistoryService,
    CertificatePrinter,
    ContractDayPrinter,
    ContractFactsReader,
    ContractTerms,
    CustomerAnswerService,
    CustomerContentService,
    CustomerLinkRepository,
    CustomerLinkService,
    CustomerMailer,
    CustomerPaymentService,
    DueBookingService,
    DueDecisionService,
    DueRepository,
    DueService,
    GreenCardService,
    InformationService,
    InstalmentCodes,
    IssueService,
    LapseReinstatementService,
    LineApplicationsService,
    ActReader,
    MissingDocumentService,
    MissingDocumentsRepository,
    NoticeClocks,
    NoticeLetters,
    NoticeRepository,
    NoticeService,
    OfferRepository,
    OfferService,
    QuoteOfferService,
    PaymentNoticeService,
    PolicyPrinter,
    PortfolioTransferRepository,
    PortfolioTransferService,
    PrepayService,
    PrintQueue,
    RefusedCredit,
    ReinstatementRepository,
    ReinstatementService,
    RenewalPreparationService,
    RenewalRepository,
    RenewalService,
    ReversalRepository,
    ReversalService,
    RunningContracts,
    SenderAccounts,
    SuspenseRepository,
    SuspenseService,
    SuspenseUseService,
    AuthorityRepository,
    AuthorityService,
    UnderwritingService,
    UnpaidNoticeService,
    WithdrawalRepository,
    WithdrawalService,
    WithdrawalWriter,
  ],
  exports: [
    AgentAmendments,
    AmendmentForms,
    AmendmentPaymentService,
    AmendmentReader,
    AmendmentRunRepository,
    AmendmentRunService,
    AmendmentService,
    BankAdviceService,
    CancellationRepository,
    CancellationService,
    ChargeService,
    ClaimsHistoryService,
    CertificatePrinter,
    ContractDayPrinter,
    CustomerAnswerService,
    CustomerContentService,
    CustomerLinkService,
    DueRepository,
    DueService,
    GreenCardService,
    InformationService,
    IssueService,
    LineApplicationsService,
    NoticeService,
    OfferRepository,
    OfferService,
    QuoteOfferService,
    PaymentNoticeService,
    PortfolioTransferRepository,
    PortfolioTransferService,
    PrepayService,
    RefusedCredit,
    ReinstatementService,
    ReversalService,
    SuspenseUseService,
    AuthorityRepository,
    AuthorityService,
    UnderwritingService,
    WithdrawalRepository,
    WithdrawalService,
    WithdrawalWriter,
  ],
})
export class ContractModule {}
