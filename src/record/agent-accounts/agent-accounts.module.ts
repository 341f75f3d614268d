import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { AgentAccountRepository } from './agent-account.repository.js';
import { AgentAccountReader } from './agent-account.reader.js';
import { StatementRepository } from './statement.repository.js';

/** What agents owe: accounts, ageing, statements. */
@Module({
  imports: [AgentsModule, DocumentsModule, SettingsModule],
  providers: [AgentAccountRepository, AgentAccountReader, StatementRepository],
  exports: [AgentsModule, AgentAccountRepository, AgentAccountReader, StatementRepository],
})
export class AgentAccountsModule {}
