import { Module } from '@nestjs/common';
import { Parties } from './parties.js';
import { PartyRepository } from './party.repository.js';

@Module({ providers: [Parties, PartyRepository], exports: [Parties] })
export class PartiesModule {}
