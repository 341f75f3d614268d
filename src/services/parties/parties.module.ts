import { Module } from '@nestjs/common';
import { PartiesController } from './parties.controller.js';
import { PartiesService } from './parties.service.js';
import { PartySearchRepository } from './party-search.repository.js';
import { CoreModule } from '../../record/core/core.module.js';

@Module({ imports: [CoreModule], controllers: [PartiesController], providers: [PartiesService, PartySearchRepository] })
export class PartiesModule {}
