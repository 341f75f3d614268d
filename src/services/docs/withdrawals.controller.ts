import { Get, Param, Post } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { toNumber } from '../../common/money.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import type { Withdrawal } from '../../record/contract/customer/withdrawal.repository.js';
import { WithdrawalService } from '../../record/contract/customer/withdrawal.service.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { AgentWithdrawalRequest, AgentWithdrawalResponse } from './withdrawal.dto.js';

@ServiceController('docs-api', 'policy/applications/:id/withdrawals')
export class WithdrawalsController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly withdrawals: WithdrawalService,
  ) {}

  /**
   * Send the customer's withdrawal from the contract, received now. The policy is cancelled and refunded by the rule of
   * withdrawals, or staff decide when a claim is recorded; a second call returns the first withdrawal.
   */
  @Post()
  @UsesVersion('late')
  async sendWithdrawal(
    @CurrentCaller() caller: UserCaller,
    @Param('id') idText: string,
    @JsonBody() { reason }: AgentWithdrawalRequest,
  ): Promise<AgentWithdrawalResponse> {
    const { id } = await this.applications.getOwnApplication(caller, idText, 'any');
    const { user, keyPrefix, environment, at, clock, unitOfWork, language } = caller;
    const actor = { environment, at, clock, unitOfWork, language, channel: 'AGENT' as const, name: user.name, keyPrefix, address: null };
    return toResponse(await this.withdrawals.receive(actor, id, { reason: reason?.trim() ?? null, linkId: null }));
  }

  /** List the withdrawals of a policy, newest first. */
  @Get()
  async listWithdrawals(@CurrentCaller() caller: UserCaller, @Param('id') idText: string): Promise<AgentWithdrawalResponse[]> {
    const { id } = await this.applications.getApplication(caller, idText, 'any');
    return (await this.withdrawals.list(caller, id)).map(toResponse);
  }
}

function toResponse({ id, channel, receivedAt, statement, state, refund, closing }: Withdrawal): AgentWithdrawalResponse {
  return {
    id,
    channel,
    received_at: toLocalDateTime(receivedAt),
    statement,
    state,
    refund: refund === null ? null : toNumber(refund),
    decision: closing,
  };
}
