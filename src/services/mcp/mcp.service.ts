import { createHash } from 'node:crypto';
import { createMcpHandler, fromJsonSchema, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { DomainError, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toErrorResponse } from '../../gateway/call/error-entity.js';
import { HTTP_STATUS } from '../../gateway/call/http-status.js';
import { McpConfirmationService } from './mcp-confirmation.service.js';
import { MCP_TOOLS, type McpTool, type ToolInput } from './mcp-tools.js';
import { RestDispatcher, type RestResponse } from './rest-dispatcher.js';

const VERSION = '1.0.0';
const INSTRUCTIONS =
  'Insurance of vehicles and property. Quote or validate first, create an application, then act on it: prepay and charge issue the policy. ' +
  'In production a write needs the confirmation that its dry run returns. Codes of fields come from the parameter lists of the REST interface.';
const NOT_CONFIRMED = {
  el: 'Η επιβεβαίωση έληξε ή αφορά άλλη κλήση. Καλέστε ξανά χωρίς αυτήν.',
  en: 'The confirmation has expired or belongs to another call. Call again without it.',
};

interface ToolCaller {
  readonly caller: UserCaller;
  readonly request: Request;
}

/** Serves without sessions: each call has a separate server (mcp.1). */
@Injectable()
export class McpService {
  constructor(
    private readonly rest: RestDispatcher,
    private readonly confirmations: McpConfirmationService,
  ) {}

  async answer(by: ToolCaller, message: unknown): Promise<Response> {
    const handler = createMcpHandler(() => this.createServer(by));
    const headers = Object.entries(by.request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const url = `${by.caller.root}${by.request.url}`;
    return handler.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(message) }), { parsedBody: message });
  }

  private createServer(by: ToolCaller): McpServer {
    const server = new McpServer({ name: 'insurance-gateway', version: VERSION }, { instructions: INSTRUCTIONS });
    for (const tool of MCP_TOOLS) {
      const { name, title, description, inputSchema, isWrite } = tool;
      const config = { title, description, inputSchema: fromJsonSchema<ToolInput>(inputSchema), annotations: { readOnlyHint: !isWrite } };
      server.registerTool(name, config, (input) => this.run(by, tool, input));
    }
    return server;
  }

  private async run(by: ToolCaller, tool: McpTool, input: ToolInput): Promise<CallToolResult> {
    try {
      return toResult(await this.call(by, tool, input));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return toResult({ status: HTTP_STATUS[error.code], link: null, body: toErrorResponse(error, by.caller.language) });
    }
  }

  private async call({ caller, request }: ToolCaller, tool: McpTool, input: ToolInput): Promise<RestResponse & { confirmation?: string }> {
    const call = tool.toCall(input);
    if (!tool.isWrite || caller.environment === 'sandbox') return this.rest.send(request, call);
    const { confirmation } = input;
    if (confirmation === undefined) {
      const dryRun = await this.rest.send(request, { ...call, query: { dry_run: 'true' } });
      return dryRun.status < 400 ? { ...dryRun, confirmation: this.confirmations.confirm(caller, call) } : dryRun;
    }
    if (!this.confirmations.isConfirmed(caller, call, confirmation)) throw DomainError.ofViolations([buildNotConfirmed()]);
    // Confirmed twice, it is carried out once.
    return this.rest.send(request, call, { 'idempotency-key': createHash('sha256').update(confirmation).digest('hex') });
  }
}

function buildNotConfirmed(): Violation {
  return { path: 'confirmation', code: ErrorCode.INVALID, text: NOT_CONFIRMED };
}

function toResult(response: RestResponse): CallToolResult {
  const content = [{ type: 'text' as const, text: JSON.stringify(response) }];
  return { content, structuredContent: { ...response }, isError: response.status >= 400 };
}
