import { ApiProperty } from '@nestjs/swagger';
import { RESET_STATES, type ResetState } from './agent-reset.repository.js';

export class AgentResetResponse {
  /**
   * `resetting`: data is being deleted and writes are refused (503); `ready`: no reset is running; `advancing`: the
   * clock is being advanced.
   * @example 'resetting'
   */
  @ApiProperty({ enum: RESET_STATES })
  state: ResetState;
}
