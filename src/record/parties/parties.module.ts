import { Module } from '@nestjs/common';
import { PartyFilingService } from './party-filing.service.js';
import { PartyRegisterService } from './party-register.service.js';
import { PartyRegisterRepository } from './party-register.repository.js';
import { PartyRegisterScheduler } from './party-register.scheduler.js';
import { PartyRepository } from './party.repository.js';
import { PartyUpsertService } from './party-upsert.service.js';
import { PartyWriteRepository } from './party-write.repository.js';

@Module({
  providers: [
    PartyFilingService,
    PartyRegisterService,
    PartyRegisterRepository,
    PartyRegisterScheduler,
    PartyRepository,
    PartyUpsertService,
    PartyWriteRepository,
  ],
  exports: [PartyFilingService, PartyRegisterService, PartyUpsertService],
})
export class PartiesModule {}
