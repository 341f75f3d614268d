import { Module } from '@nestjs/common';
import { Parties } from './parties.js';
import { PartyRegister } from './party-register.js';
import { PartyRegisterRepository } from './party-register.repository.js';
import { PartyRegisterScheduler } from './party-register.scheduler.js';
import { PartyRepository } from './party.repository.js';
import { PartyUpserts } from './party-upserts.js';
import { PartyWriteRepository } from './party-write.repository.js';

@Module({
  providers: [Parties, PartyRegister, PartyRegisterRepository, PartyRegisterScheduler, PartyRepository, PartyUpserts, PartyWriteRepository],
  exports: [Parties, PartyRegister, PartyUpserts],
})
export class PartiesModule {}
