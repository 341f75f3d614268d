import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, finalize, mergeMap, type Observable, of } from 'rxjs';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Store, type TransactionalUnit } from '../../store/store.js';
import { getCall, type Call } from '../call/call.js';
import { HTTP_STATUS } from '../call/http-status.js';
import { JsonText } from '../handler/responses.js';
import { Metrics } from '../observability/metrics.js';
import { ERASED_STATUS, CachedResponseService, type CachedResponse } from './cached-response.service.js';
import { buildKeyedCall, type KeyedCall } from './keyed-call.js';
import { restoreResponse, toStoredResponse, type StoredResponse } from './stored-response.js';

/** Errors that the success of the first call may have caused. */
const OF_STATE: ReadonlySet<string> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.FINAL_STATUS,
  ErrorCode.CHANGED_MEANWHILE,
  ErrorCode.IDEMPOTENCY_KEY_REUSED,
  ErrorCode.IDEMPOTENT_REQUEST_RUNNING,
  ErrorCode.CHILD_NOT_FOUND,
  ErrorCode.LIMIT_REACHED,
  ErrorCode.DECLINED,
  ErrorCode.DUPLICATE_POLICY,
  ErrorCode.CONSENT,
  ErrorCode.ACCEPTANCE,
  ErrorCode.PRICE_NO_LONGER_VALID,
  ErrorCode.CHARGE_REFUSED,
  ErrorCode.WRONG_AMOUNT,
  ErrorCode.ALREADY_PAID,
  ErrorCode.NO_PAYMENT_CODE,
  ErrorCode.PAYMENT_EXPIRED,
  ErrorCode.CREDIT_LIMIT,
]);

interface Serving {
  readonly keyed: KeyedCall;
  readonly previous: CachedResponse | null;
  readonly unit: TransactionalUnit;
  readonly call: Call;
  readonly response: Response;
}

/** The response is stored in the transaction of the write (gateway.29). */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  /** Scopes of running calls in this process. Other nodes hold an advisory lock from their first write on. */
  private readonly running = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly cachedResponses: CachedResponseService,
    private readonly metrics: Metrics,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = getCall(request);
    if (call.holder !== null) call.serviceStartedMs = performance.now();
    if (request.headers['idempotency-key'] === undefined || !call.rules!.isRepeatable || call.keyOwner === null) return next.handle();
    const keyed = buildKeyedCall(call, call.keyOwner, request);
    const id = keyed.scope.toString('base64');
    if (this.running.has(id)) throw new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING);
    this.running.add(id);
    const release = (): void => void this.running.delete(id);
    return this.serve(keyed, call, http.getResponse<Response>(), next).then(
      (served) => served.pipe(finalize(release)),
      (error: unknown) => {
        release();
        throw error;
      },
    );
  }

  private async serve(keyed: KeyedCall, call: Call, response: Response, next: CallHandler): Promise<Observable<unknown>> {
    const previous = await this.cachedResponses.find(call.environment, keyed);
    if (previous !== null && isFor(previous, keyed, call)) return of(await this.repeat(call, response, previous));
    // The first write refuses a key that was used with another body.
    const unit = this.store.unitOfWork((tx) => this.cachedResponses.admit(tx, keyed));
    call.unitOfWork = unit;
    if (call.caller !== null) call.caller = { ...call.caller, unitOfWork: unit };
    const serving = { keyed, previous, unit, call, response };
    return next.handle().pipe(
      mergeMap((body) => this.saveResponse(serving, body)),
      catchError((error: unknown) => this.giveUp(serving, error)),
    );
  }

  private async saveResponse({ keyed, previous, unit, call, response }: Serving, body: unknown): Promise<unknown> {
    // A call without a write has not checked the key.
    if (!unit.hasWritten && previous !== null && !isFor(previous, keyed, call)) throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    if (!unit.hasWritten || response.statusCode >= 300) {
      await unit.rollBack();
      return body;
    }
    if (body !== undefined && !(body instanceof JsonText)) throw new Error(`The response of ${call.route!.template} cannot be stored`);
    const stored = toStoredResponse(response, body, call.rules!.unstoredFields);
    await unit.commit((tx) =>
      this.cachedResponses.save(tx, keyed, { ...stored, fingerprint: keyed.fingerprint, uploadSha256: call.uploadSha256 }),
    );
    call.serviceEndedMs = performance.now();
    return body;
  }

  private async giveUp({ keyed, unit, call, response }: Serving, error: unknown): Promise<unknown> {
    await unit.rollBack();
    if (!isRefusal(error)) throw error;
    const stored = await this.cachedResponses.find(call.environment, keyed);
    if (stored === null) throw error;
    if (isFor(stored, keyed, call)) return this.repeat(call, response, stored);
    const isUnreadUpload = stored.uploadSha256 !== null && call.uploadSha256 === null;
    if (isUnreadUpload || !OF_STATE.has(error.code)) throw error;
    throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED);
  }

  /** @throws DomainError ERASED, UNAVAILABLE while the stored response is on the primary alone */
  private async repeat(call: Call, response: Response, stored: StoredResponse): Promise<JsonText | undefined> {
    if (stored.status === ERASED_STATUS) throw new DomainError(ErrorCode.ERASED);
    await this.cachedResponses.awaitReplication(call.environment);
    call.errorCode = null;
    call.serviceEndedMs = performance.now();
    this.metrics.replays.inc();
    return restoreResponse(response, stored);
  }
}

function isFor(stored: CachedResponse, { fingerprint }: KeyedCall, { uploadSha256 }: Call): boolean {
  const isSameFile = stored.uploadSha256 === null ? uploadSha256 === null : uploadSha256?.equals(stored.uploadSha256) === true;
  return isSameFile && fingerprint.equals(stored.fingerprint);
}

function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && HTTP_STATUS[error.code] < 500;
}
