import { Module } from '@nestjs/common';
import { PartiesModule } from '../../record/parties/parties.module.js';
import { PartiesController } from './parties.controller.js';
import { PartiesService } from './parties.service.js';
import { PartySearchRepository } from './party-search.repository.js';

/** `parties-api`. */
@Module({ imports: [PartiesModule], controllers: [PartiesController], providers: [PartiesService, PartySearchRepository] })
export class PartiesApiModule {}
