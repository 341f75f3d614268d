import { ApiProperty } from '@nestjs/swagger';
import { RESET_STATES, type ResetState } from './agent-reset.repository.js';

export class AgentResetResponse {
  /**
   * `resetting`: what the agent had is being deleted, and its writes are refused (503); `ready`: nothing of it is left, or no reset was asked for;
   * `advancing`: its clock is being advanced.
   * @example 'resetting'
   */
  @ApiProperty({ enum: RESET_STATES })
  state: ResetState;
}
