import { Module } from '@nestjs/common';
import { McpConfirmationService } from './mcp-confirmation.service.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { RestDispatcher } from './rest-dispatcher.js';

@Module({ controllers: [McpController], providers: [McpConfirmationService, McpService, RestDispatcher] })
export class McpModule {}
