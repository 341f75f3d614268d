import { Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import { parseInstant, toOffsetDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { runAfterCommit } from '../../common/unit-of-work.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isMissing } from '../../common/validation/checks.js';
import { CurrentCaller, JsonBody, SandboxController } from '../../gateway/handler/decorators.js';
import type { AgentClock } from './agent-clock.repository.js';
import { AgentClockService } from './agent-clock.service.js';
import { ClockAdvanceService } from './clock-advance.service.js';
import { ClockAdvanceRequest, ClockRequest, ClockResponse } from './clock.dto.js';

@SandboxController('resources/clock')
export class ClockController {
  constructor(
    private readonly clocks: AgentClockService,
    private readonly advances: ClockAdvanceService,
  ) {}

  /** Get the current time of the agent's clock and its state. */
  @Get()
  @Header('Cache-Control', 'no-store')
  async getClock(@CurrentCaller() caller: UserCaller): Promise<ClockResponse> {
    return toClockResponse(await this.clocks.get(caller), caller);
  }

  /** Advance the clock to a time and stop it there. All work that becomes due until then is done. */
  @Put()
  @HttpCode(202)
  async changeClock(@CurrentCaller() caller: UserCaller, @JsonBody() { frozen_time: time }: ClockRequest): Promise<ClockResponse> {
    return this.begin(caller, await this.clocks.advance(caller, parseInstant(time)!, 'frozen_time'));
  }

  /**
   * Advance the clock to a time or by days, to test what becomes due. The work is done in order, each item at its due
   * time. The event `clock.ready` reports the end.
   */
  @Post('advance')
  @HttpCode(202)
  async requestClockAdvance(@CurrentCaller() caller: UserCaller, @JsonBody() { to, days }: ClockAdvanceRequest): Promise<ClockResponse> {
    if (isMissing(to) === isMissing(days)) throw notOne(isMissing(to));
    const advance = isMissing(to) ? this.clocks.advanceDays(caller, days!) : this.clocks.advance(caller, parseInstant(to)!, 'to');
    return this.begin(caller, await advance);
  }

  /** Return the clock to real time. */
  @Delete()
  async deleteClock(@CurrentCaller() caller: UserCaller): Promise<ClockResponse> {
    return toClockResponse(await this.clocks.thaw(caller), caller);
  }

  private begin(caller: UserCaller, clock: AgentClock): ClockResponse {
    runAfterCommit(caller, () => this.advances.begin());
    return toClockResponse(clock, caller);
  }
}

function toClockResponse({ state, frozenAt, advanceTo }: AgentClock, { at, clock }: UserCaller): ClockResponse {
  return {
    time: toOffsetDateTime(frozenAt ?? clock?.realAt ?? at),
    frozen_time: frozenAt && toOffsetDateTime(frozenAt),
    state,
    advance_to: advanceTo && toOffsetDateTime(advanceTo),
  };
}

function notOne(isNone: boolean): DomainError {
  const text = isNone
    ? { el: 'Δώστε to (στιγμή) ή days (ημέρες).', en: 'Send to (a time) or days.' }
    : { el: 'Δώστε to ή days, όχι και τα δύο.', en: 'Send to or days, not both.' };
  return DomainError.ofViolations([{ path: isNone ? 'to' : 'days', code: isNone ? ErrorCode.REQUIRED : ErrorCode.INVALID, text }]);
}
