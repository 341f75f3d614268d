import { applyDecorators, Get, HttpCode, HttpStatus, Post, Query, Res, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { DomainError } from '../../../common/domain-error.js';
import { getCall } from '../../../gateway/call/call.js';
import { findErrorFormat } from '../../../gateway/call/error-format.js';
import { HTTP_STATUS } from '../../../gateway/call/http-status.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentVisitor, Keyless } from '../../common/decorators.js';
import type { Visitor } from '../../common/staff-caller.js';
import { LinkTokenQuery } from '../accounts/passwords.dto.js';
import { SignupConfirmationService } from './signup-confirmation.service.js';
import { renderAccessPage, renderLinkPage, PAGE_HEADERS, renderRefusalPage } from './signup-page.js';
import { SandboxAccessResponse, SignedUpResponse, SignupLinkResponse, SignupRequest } from './signup.dto.js';
import { SignupService } from './signup.service.js';

@BackofficeController('signup')
export class SignupController {
  constructor(
    private readonly signup: SignupService,
    private readonly confirmation: SignupConfirmationService,
  ) {}

  /** Sign up for the sandbox. Mails a confirmation link; an address with an account gets the same response. */
  @Post()
  @Keyless()
  @HttpCode(HttpStatus.ACCEPTED)
  signUp(@CurrentVisitor() visitor: Visitor, @JsonBody() body: SignupRequest): Promise<SignedUpResponse> {
    return this.signup.signUp(visitor, body);
  }

  /** Get the sign-up that a mailed link confirms. Browsers get a page with a button; the link stays valid. */
  @Get('verify')
  @Keyless()
  @AsPageToo(HttpStatus.OK, SignupLinkResponse)
  getSignupLink(
    @CurrentVisitor() visitor: Visitor,
    @Query() { token }: LinkTokenQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignupLinkResponse | string> {
    return present(visitor, response, this.confirmation.find(visitor, token), renderLinkPage);
  }

  /** Confirm a sign-up with its mailed link. Only this response contains the keys; browsers get a page. */
  @Post('verify')
  @Keyless()
  @AsPageToo(HttpStatus.CREATED, SandboxAccessResponse)
  verifySignup(
    @CurrentVisitor() visitor: Visitor,
    @Query() { token }: LinkTokenQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SandboxAccessResponse | string> {
    return present(visitor, response, this.confirmation.confirm(visitor, token), renderAccessPage);
  }
}

function AsPageToo(status: HttpStatus, type: Type): MethodDecorator {
  const content = { 'application/json': { schema: { $ref: getSchemaPath(type) } }, 'text/html': { schema: { type: 'string' } } } as const;
  return applyDecorators(ApiExtraModels(type), ApiResponse({ status, content }));
}

/** Responds with HTML if the call prefers it, also for an invalid link. */
async function present<T>(
  { language }: Visitor,
  response: Response,
  work: Promise<T>,
  toPage: (found: T, language: Visitor['language']) => string,
): Promise<T | string> {
  response.setHeader('Vary', 'Accept, Accept-Language');
  if (findErrorFormat(response.req).format !== 'html') return work;
  const html = await work.then(
    (found) => toPage(found, language),
    (error: unknown) => refused(error, response, language),
  );
  for (const [name, value] of PAGE_HEADERS) response.setHeader(name, value);
  return html;
}

function refused(error: unknown, response: Response, language: Visitor['language']): string {
  const isOfLink = error instanceof DomainError && HTTP_STATUS[error.code] === Number(HttpStatus.BAD_REQUEST);
  if (!isOfLink) throw error;
  getCall(response.req).errorCode = error.code;
  response.status(HttpStatus.BAD_REQUEST);
  response.removeHeader('Cache-Control');
  return renderRefusalPage(error.text[language], language);
}
