import { Module } from '@nestjs/common';
import { IssueModule } from '../../record/issue/issue.module.js';
import { CollectionController } from './collection.controller.js';

@Module({ imports: [IssueModule], controllers: [CollectionController] })
export class CollectionModule {}
