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
import { keyedCallOf, type KeyedCall } from './keyed-call.js';

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
    const isKeyed = request.headers['idempotency-key'] !== undefined && call.rules?.isRepeatable === true;
    return !isKeyed || this.beginKeyed(call, request, response);
  }

  private async beginKeyed(call: Call, request: Request, response: Response): Promise<boolean> {
    const keyed = keyedCallOf(call, request);
    const id = keyed.scope.toString('base64');
    if (this.running.has(id)) throw new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING);
    this.running.add(id);
    try {
      const kept = await this.kept.find(call.environment, keyed);
      if (kept !== null && isFor(kept, keyed, call)) {
        this.running.delete(id);
        this.repeat(call, response, kept);
        return false;
      }
      // A key that was used with another body is refused by the first write: once the call has passed every check of its own.
      const unit = this.store.unitOfWork(call.environment, (tx) => this.kept.admit(tx, keyed));
      call.caller = { ...call.caller!, unitOfWork: unit };
      this.hold({ keyed, unit, request, response }, () => this.running.delete(id));
      return true;
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
  private async keep({ keyed, unit }: Serving, call: Call, own: WholeResponse): Promise<WholeResponse> {
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
