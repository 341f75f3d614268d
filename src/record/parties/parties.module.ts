import { Module } from '@nestjs/common';
import { Parties } from './parties.js';
import { PartyRepository } from './party.repository.js';
import { PartyUpserts } from './party-upserts.js';
import { PartyWriteRepository } from './party-write.repository.js';

@Module({ providers: [Parties, PartyRepository, PartyUpserts, PartyWriteRepository], exports: [Parties, PartyUpserts] })
export class PartiesModule {}
