import { Get, HttpCode, HttpStatus, Param, Post, type StreamableFile } from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { ChangesState, JsonBody } from '../../gateway/handler/decorators.js';
import { sendFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { CustomerAnswerService } from '../../record/contract/customer/customer-answer.service.js';
import { CustomerLinkService } from '../../record/contract/customer/customer-link.service.js';
import { WithdrawalService } from '../../record/contract/customer/withdrawal.service.js';
import { SettingsService } from '../../record/reference/settings/settings.service.js';
import { CustomerController } from './customer.guard.js';
import { BeforeSecondFactor, CurrentVisit, ForPurposes, type CustomerCall } from './customer-visit.js';
import { CustomerCaseService, toActResponse, toWithdrawalResponse } from './customer-case.service.js';
import { CustomerContactService } from './customer-contact.service.js';
import { CustomerFilesService } from './customer-files.service.js';
import { CustomerVisits } from './customer-visits.service.js';
import {
  CustomerActResponse,
  CustomerAnswerRequest,
  CustomerCaseResponse,
  CustomerCodeResponse,
  CustomerContactRequest,
  CustomerDigitsRequest,
  CustomerRequestResponse,
  CustomerVisitResponse,
  CustomerWithdrawalRequest,
  CustomerWithdrawalResponse,
} from './customer.dto.js';

const SET_PROOF = {
  description: 'Cookie of the proof that the second factor was given, for an hour and this link',
  schema: { type: 'array', items: { type: 'string' }, example: ['__Secure-customer=…; HttpOnly; Secure; SameSite=Strict'] },
} as const;

@CustomerController()
export class CustomerCasesController {
  constructor(
    private readonly visits: CustomerVisits,
    private readonly cases: CustomerCaseService,
    private readonly files: CustomerFilesService,
    private readonly settings: SettingsService,
  ) {}

  /** Get the purpose of a link and whether the second factor was given. */
  @Get('visit')
  @BeforeSecondFactor()
  async getCustomerVisit(@CurrentVisit() { visit }: CustomerCall): Promise<CustomerVisitResponse> {
    const { environment, language, link, isConfirmed } = visit;
    const { insurer } = await this.settings.get(environment);
    return {
      purpose: link.purpose,
      confirmed: isConfirmed,
      insurer: insurer.name[language],
      phone: insurer.phone,
      email: insurer.email,
      sandbox: environment === 'sandbox',
    };
  }

  /** Confirm the last digits of the AFM. Sets a cookie for further calls; the fifth wrong attempt locks the link. */
  @Post('visit')
  @BeforeSecondFactor()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ headers: { 'Set-Cookie': SET_PROOF } })
  async confirmCustomerVisit(
    @CurrentVisit() { visit, response }: CustomerCall,
    @JsonBody() { digits }: CustomerDigitsRequest,
  ): Promise<void> {
    await this.visits.confirm(visit, digits, response);
  }

  /** Get the case of a link: what its purpose needs of the application. */
  // The first request for a due instalment stores its payment code.
  @Get('case')
  @ChangesState()
  getCustomerCase(@CurrentVisit() { visit }: CustomerCall): Promise<CustomerCaseResponse> {
    return this.cases.get(visit);
  }

  /** Download a document that the link shows, in the language of the call. */
  @Get('documents/:document_id')
  @ApiFile()
  async getCustomerDocument(
    @CurrentVisit() call: CustomerCall,
    @Param('document_id') documentId: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    return sendFile(call, await this.files.get(call.visit, documentId));
  }
}

/** Acts of a customer by a link (customer.34 to customer.39). Each write is one transaction. */
@CustomerController()
export class CustomerActsController {
  constructor(
    private readonly links: CustomerLinkService,
    private readonly answers: CustomerAnswerService,
    private readonly withdrawals: WithdrawalService,
    private readonly contacts: CustomerContactService,
  ) {}

  /** Send a one-time code by mail, with which the customer signs. A new code replaces the previous one. */
  @Post('code')
  @ForPurposes('accept')
  @HttpCode(HttpStatus.OK)
  async sendCustomerCode(@CurrentVisit() { visit }: CustomerCall): Promise<CustomerCodeResponse> {
    const { sentTo, code } = await this.links.sendCode(visit);
    return { sent_to: sentTo, code };
  }

  /** Accept or reject an offer as the customer. The same answer again returns the first one. */
  @Post('acceptance')
  @UsesVersion('late')
  @ForPurposes('accept')
  @HttpCode(HttpStatus.OK)
  async answerAsCustomerOfLink(
    @CurrentVisit() { visit }: CustomerCall,
    @JsonBody() { accepted, reason, answers, code, shown }: CustomerAnswerRequest,
  ): Promise<CustomerActResponse> {
    const answer = { accepted, reason: reason?.trim() ?? null, answers: answers ?? [], code: code ?? null, shown };
    return toActResponse(await this.answers.answer(visit, answer));
  }

  /** Send a change of contact data. Creates a service request for staff and changes nothing else. */
  @Post('contact')
  @ForPurposes('policy')
  async sendCustomerContact(
    @CurrentVisit() { visit }: CustomerCall,
    @JsonBody() request: CustomerContactRequest,
  ): Promise<CustomerRequestResponse> {
    return { service_request_id: await this.contacts.report(visit, request) };
  }

  /** Withdraw from the contract. A second call returns the first withdrawal; an acknowledgement is mailed. */
  @Post('withdrawal')
  @UsesVersion('late')
  @ForPurposes('withdraw')
  @HttpCode(HttpStatus.OK)
  async withdrawAsCustomer(
    @CurrentVisit() { visit }: CustomerCall,
    @JsonBody() { confirmed, reason }: CustomerWithdrawalRequest,
  ): Promise<CustomerWithdrawalResponse> {
    if (!confirmed) throw DomainError.ofViolations([{ path: 'confirmed', code: ErrorCode.REQUIRED, text: NOT_CONFIRMED }]);
    const { applicationId, id: linkId } = visit.link;
    return toWithdrawalResponse(await this.withdrawals.receive(visit, applicationId, { reason: reason?.trim() ?? null, linkId }));
  }
}

const NOT_CONFIRMED = { el: 'Επιβεβαιώστε την υπαναχώρηση.', en: 'Confirm the withdrawal.' };
