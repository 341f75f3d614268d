import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Store, type TransactionalUnit } from '../../store/store.js';
import { callOf, type Call } from '../call/call.js';
import { ErrorResponder } from '../call/error-responder.js';
import { Metrics } from '../observability/metrics.js';
import { sendAgain, wholeResponseOf, holdResponse, withoutFields, type WholeResponse } from './whole-response.js';
import { ERASED_STATUS, KeptResponseService, type KeptResponse } from './kept-response.service.js';
import { keyedCallOf, keyedCallOfStaff, type KeyedCall } from './keyed-call.js';

/** Refusals that may be there only because the first call with the key has succeeded: they say nothing about this one's input. */
const OF_STATE: ReadonlySet<string> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.FINAL_STATUS,
  ErrorCode.CHANGED_MEANWHILE,
  ErrorCode.IDEMPOTENCY_KEY_REUSED,
  ErrorCode.IDEMPOTENT_REQUEST_RUNNING,
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

/** A call that is being served; its response is held back. */
interface Serving {
  readonly keyed: KeyedCall;
  /** The response to another call with the key; null when there was none. */
  readonly former: KeptResponse | null;
  readonly unit: TransactionalUnit;
  readonly request: Request;
  readonly response: Response;
}

/**
 * Calls with an `Idempotency-Key`. The response to a write is kept in the transaction of the write: so it is held back until that is committed,
 * and a repeated call gets it again instead of a second write. A call that writes nothing, or is refused, leaves the key unused.
 */
@Injectable()
export class Idempotency {
  /** Scopes of the calls under way in this process. Those of other nodes hold an advisory lock from their first write on. */
  private readonly running = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly kept: KeptResponseService,
    private readonly responder: ErrorResponder,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Sends again what was sent before, or prepares the call for being served; false when the response was sent. From here on the time counts as the service's.
   * @throws DomainError INVALID, IDEMPOTENT_REQUEST_RUNNING, ERASED
   */
  begin(call: Call, request: Request, response: Response): true | Promise<boolean> {
    call.serviceStartedMs = performance.now();
    return !isKeyed(call, request) || this.beginOfService(call, request, response);
  }

  private async beginOfService(call: Call, request: Request, response: Response): Promise<boolean> {
    const unitOfWork = await this.beginKeyed(keyedCallOf(call, request), call, request, response);
    if (unitOfWork !== null) call.caller = { ...call.caller!, unitOfWork };
    return unitOfWork !== null;
  }

  /**
   * The same for a call of staff that has a key: the unit that its writes belong to; null when the response was sent.
   * @throws DomainError INVALID, IDEMPOTENT_REQUEST_RUNNING, ERASED
   */
  async beginOfStaff(call: Call, request: Request, response: Response, userId: number): Promise<TransactionalUnit | null> {
    call.serviceStartedMs = performance.now();
    return this.beginKeyed(keyedCallOfStaff(call, request, userId), call, request, response);
  }

  private async beginKeyed(keyed: KeyedCall, call: Call, request: Request, response: Response): Promise<TransactionalUnit | null> {
    const id = keyed.scope.toString('base64');
    if (this.running.has(id)) throw new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING);
    this.running.add(id);
    try {
      const kept = await this.kept.find(call.environment, keyed);
      if (kept !== null && isFor(kept, keyed, call)) {
        this.running.delete(id);
        this.repeat(call, response, kept);
        return null;
      }
      // A key that was used with another body is refused by the first write: once the call has passed every check of its own.
      const unit = this.store.unitOfWork((tx) => this.kept.admit(tx, keyed));
      this.hold({ keyed, former: kept, unit, request, response }, () => this.running.delete(id));
      return unit;
    } catch (error) {
      this.running.delete(id);
      throw error;
    }
  }

  private hold(serving: Serving, release: () => void): void {
    const { request, response, unit } = serving;
    const onWhole = (body: Buffer): void => {
      this.settle(serving, body)
        .catch((error: unknown) => this.responder.respond(error, request, response))
        .finally(release);
    };
    const onDestroyed = (): void => void unit.rollBack().finally(release);
    holdResponse(response, onWhole, onDestroyed);
  }

  /** Sends the response once it is kept, or what takes its place. */
  private async settle(serving: Serving, body: Buffer): Promise<void> {
    const { request, response } = serving;
    const call = callOf(request);
    const own = wholeResponseOf(response, body);
    const outcome = await (isSuccess(own) ? this.keep(serving, call, own) : this.giveUp(serving, call, own));
    call.serviceEndedMs = performance.now();
    if (outcome === own) response.end(body);
    else this.repeat(call, response, outcome);
  }

  /** Commits what was written, with the response. */
  private async keep({ keyed, former, unit }: Serving, call: Call, own: WholeResponse): Promise<WholeResponse> {
    // What writes nothing meets no refusal of the first write, and leaves a new key unused; one that was used is another call's.
    if (!unit.hasWritten && former !== null && !isFor(former, keyed, call)) throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    if (!unit.hasWritten) return own;
    const response = {
      ...withoutFields(own, call.rules?.unkeptFields ?? []),
      fingerprint: keyed.fingerprint,
      uploadSha256: call.uploadSha256,
    };
    try {
      await unit.commit((tx) => this.kept.keep(tx, keyed, response));
      return own;
    } catch (error) {
      if (!isReuse(error)) throw error;
      // The same call was faster elsewhere, although both held the lock: on a node by whose clock the response had expired.
      const kept = await this.kept.find(call.environment, keyed);
      if (kept !== null && isFor(kept, keyed, call)) return kept;
      throw error;
    }
  }

  /** Undoes what was written. When the same call was served meanwhile, the refusal comes from its success. */
  private async giveUp({ keyed, unit }: Serving, call: Call, own: WholeResponse): Promise<WholeResponse> {
    await unit.rollBack();
    if (own.status >= 500) return own;
    const kept = await this.kept.find(call.environment, keyed);
    if (kept === null) return own;
    if (isFor(kept, keyed, call)) return kept;
    const isUnreadUpload = kept.uploadSha256 !== null && call.uploadSha256 === null;
    if (isUnreadUpload || !OF_STATE.has(call.refusal ?? '')) return own;
    throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED);
  }

  /** @throws DomainError ERASED */
  private repeat(call: Call, response: Response, kept: WholeResponse): void {
    if (kept.status === ERASED_STATUS) throw new DomainError(ErrorCode.ERASED);
    call.refusal = null;
    this.metrics.countReplay();
    sendAgain(response, kept);
  }
}

/** Whether the route takes an `Idempotency-Key` and the call has one. */
export function isKeyed({ rules }: Call, { headers }: Request): boolean {
  return headers['idempotency-key'] !== undefined && rules?.isRepeatable === true;
}

function isFor(kept: KeptResponse, { fingerprint }: KeyedCall, { uploadSha256 }: Call): boolean {
  const isSameFile = kept.uploadSha256 === null ? uploadSha256 === null : uploadSha256?.equals(kept.uploadSha256) === true;
  return isSameFile && fingerprint.equals(kept.fingerprint);
}

function isSuccess({ status }: WholeResponse): boolean {
  return status >= 200 && status < 300;
}

function isReuse(error: unknown): boolean {
  return error instanceof DomainError && error.code === ErrorCode.IDEMPOTENCY_KEY_REUSED;
}
