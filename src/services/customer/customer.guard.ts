import { applyDecorators, type CanActivate, Controller, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { mark } from '../../gateway/call/route-rules.js';
import { buildLinkRefusal, type LinkPurpose } from '../../record/contract/customer/customer-link.js';
import { BEFORE_KEY, PURPOSES_KEY, saveVisit } from './customer-visit.js';
import { CustomerVisits } from './customer-visits.service.js';

/** All refusals are equal. */
@Injectable()
export class CustomerGuard implements CanActivate {
  constructor(private readonly visits: CustomerVisits) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const visit = await this.visits.open(request, http.getResponse<Response>());
    const handler = context.getHandler();
    const purposes = Reflect.getMetadata(PURPOSES_KEY, handler) as readonly LinkPurpose[] | undefined;
    if (visit === null || purposes?.includes(visit.link.purpose) === false) throw buildLinkRefusal();
    if (!visit.isConfirmed && Reflect.getMetadata(BEFORE_KEY, handler) !== true) throw buildLinkRefusal();
    saveVisit(request, visit);
    return true;
  }
}

/** Controller that the token of a link opens: neither key nor session (customer.31). */
export function CustomerController(): ClassDecorator {
  return applyDecorators(Controller('c/:token'), mark('link'), ApiTags('customer'), UseGuards(CustomerGuard));
}
