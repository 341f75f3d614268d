import { Controller, Get, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { CONSOLE_FOLDER } from '../../common/package-root.js';
import { readBody } from '../../gateway/body/read-body.js';
import { getCall } from '../../gateway/call/call.js';
import { mark } from '../../gateway/call/route-rules.js';
import { ChangesState } from '../../gateway/handler/decorators.js';
import { buildLinkRefusal } from '../../record/contract/customer/customer-link.js';
import { CustomerCaseService } from './customer-case.service.js';
import { fillPage, getPurposeTitle, PLAIN_PAGE, writeCase, writeDigitsForm, writeRefusal } from './customer-page.js';
import type { CustomerVisit } from './customer-visit.js';
import { CustomerVisits, readLanguage } from './customer-visits.service.js';

const FORM_LIMIT = { maxBytes: 1_000, tooLarge: ErrorCode.BODY_TOO_LARGE, timeoutMs: 10_000 } as const;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; " +
  "form-action 'self'; frame-ancestors 'none'";
const FOUR_DIGITS = /^\d{4}$/;

/** The customer's page. Without scripts its server-side part shows documents after the second factor (customer.32). */
@Controller('c/:token')
@mark('link')
@ApiExcludeController()
export class CustomerPageController {
  private readonly page: string;

  constructor(
    private readonly visits: CustomerVisits,
    private readonly cases: CustomerCaseService,
  ) {
    const file = join(CONSOLE_FOLDER, 'customer.html');
    this.page = existsSync(file) ? readFileSync(file, 'utf8') : PLAIN_PAGE;
  }

  @Get()
  @ChangesState()
  async getCustomerPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return this.show(request, response, await this.visits.open(request, response), null);
  }

  /** Takes the form of a browser without scripts. */
  @Post()
  async postCustomerPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const visit = await this.visits.open(request, response);
    if (visit === null) return this.show(request, response, null, null);
    const digits = new URLSearchParams((await readBody(request, FORM_LIMIT)).toString('utf8')).get('digits') ?? '';
    try {
      await this.visits.confirm(visit, FOUR_DIGITS.test(digits) ? digits : '', response);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const isLocked = error.code === ErrorCode.TOKEN_REFUSED;
      return this.show(request, response, isLocked ? null : visit, error.text[visit.language]);
    }
    response.status(HttpStatus.SEE_OTHER);
    response.setHeader('Location', `${visit.token}?lang=${visit.language}`);
    return '';
  }

  private async show(request: Request, response: Response, visit: CustomerVisit | null, violation: string | null): Promise<string> {
    const language = readLanguage(request);
    const root = getCall(request).environment === 'sandbox' ? '../../' : '../';
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Language', language);
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    if (visit === null) {
      const refusal = buildLinkRefusal();
      getCall(request).errorCode = refusal.code;
      response.status(HttpStatus.UNAUTHORIZED);
      return writeRefusal(this.page, refusal.text[language], language, `${root}console/`);
    }
    if (violation !== null) response.status(HttpStatus.BAD_REQUEST);
    const self = `../${getCall(request).environment === 'sandbox' ? 'dev/' : ''}c/${visit.token}`;
    const plain = visit.isConfirmed ? writeCase(self, await this.cases.get(visit), language) : writeDigitsForm(self, language, violation);
    return fillPage(this.page, { language, base: `${root}console/`, title: getPurposeTitle(visit.link.purpose, language), plain });
  }
}
