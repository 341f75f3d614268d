import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../../record/applications/applications.module.js';
import { IssueModule } from '../../record/issue/issue.module.js';
import { CollectionController } from './collection.controller.js';
import { CollectionService } from './collection.service.js';

@Module({ imports: [ApplicationsModule, IssueModule], controllers: [CollectionController], providers: [CollectionService] })
export class CollectionModule {}
