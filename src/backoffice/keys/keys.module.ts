import { Module } from '@nestjs/common';
import { ApiKeyAdministrationService } from './api-key-administration.service.js';
import { ApiKeyReader } from './api-key.reader.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ProgramsController } from './programs.controller.js';
import { ProgramService } from './program.service.js';

/** Programs and their API keys. */
@Module({
  controllers: [ApiKeysController, ProgramsController],
  providers: [ApiKeyAdministrationService, ApiKeyReader, ProgramService],
})
export class KeysModule {}
