import { Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  CurrentCall,
  HasNoDryRun,
  JsonBody,
  NeedsNoGrant,
  ServiceController,
  TakesNoKey,
  type UserCall,
} from '../../gateway/handler/decorators.js';
import { McpService } from './mcp.service.js';

@ServiceController('mcp')
@NeedsNoGrant()
@ApiExcludeController()
export class McpController {
  constructor(private readonly mcp: McpService) {}

  /** Answer a message of the Model Context Protocol. */
  @Post()
  @TakesNoKey()
  @HasNoDryRun()
  async answerMessage(@CurrentCall() { caller, request, response }: UserCall, @JsonBody() message: object): Promise<string> {
    const answer = await this.mcp.answer({ caller, request }, message);
    response.status(answer.status);
    response.setHeader('Content-Type', answer.headers.get('content-type') ?? 'application/json');
    return answer.text();
  }

  /** Refuse to open a stream, which the protocol allows servers to do. */
  @Get()
  @HttpCode(405)
  @Header('Allow', 'POST')
  refuseStream(): void {}

  /** Refuse to end a session, which does not exist (mcp.1). */
  @Delete()
  @HttpCode(405)
  @Header('Allow', 'POST')
  @TakesNoKey()
  @HasNoDryRun()
  refuseEnd(): void {}
}
