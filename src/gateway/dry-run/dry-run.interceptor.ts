import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, type Observable } from 'rxjs';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Store, type TransactionalUnit } from '../../store/store.js';
import { getCall } from '../call/call.js';
import { DRY_RUN } from '../call/headers.js';
import { DRY_RUN_PARAMETER } from '../call/route-rules.js';

const NO_BOOLEAN = { el: 'Η παράμετρος dry_run είναι true ή false.', en: 'Parameter dry_run is true or false.' };
const NOT_SUPPORTED = {
  el: 'Η κλήση αφορά σύνδεση, κωδικό ή σύνδεσμο πελάτη και δεν έχει δοκιμαστική εκτέλεση.',
  en: 'The call concerns a sign-in, a password or a customer’s link, and has no dry run.',
};

/** Undoes a write after its response was built (gateway.100). Its `Idempotency-Key` is not used. */
@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  constructor(private readonly store: Store) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const call = getCall(request);
    const support = call.rules?.dryRun ?? 'reads';
    if (support === 'reads' || !isDryRun(request.query)) return next.handle();
    if (support === 'refused') throw buildRefusal(NOT_SUPPORTED);
    const unit = this.store.unitOfWork(() => Promise.resolve());
    call.keyOwner = null;
    call.unitOfWork = unit;
    if (call.caller !== null) call.caller = { ...call.caller, unitOfWork: unit };
    return next.handle().pipe(
      mergeMap((body) => undo(unit, response, body)),
      catchError(async (error: unknown) => {
        await unit.rollBack();
        throw error;
      }),
    );
  }
}

async function undo(unit: TransactionalUnit, response: Response, body: unknown): Promise<unknown> {
  await unit.dryRun();
  response.setHeader(DRY_RUN, 'true');
  return body;
}

function isDryRun({ [DRY_RUN_PARAMETER]: value }: Request['query']): boolean {
  if (value === undefined || value === 'false' || (typeof value === 'string' && value.trim() === '')) return false;
  if (value === 'true') return true;
  throw buildRefusal(NO_BOOLEAN);
}

function buildRefusal(text: typeof NO_BOOLEAN): DomainError {
  return DomainError.ofViolations([{ path: DRY_RUN_PARAMETER, code: ErrorCode.BAD_QUERY, text }]);
}
