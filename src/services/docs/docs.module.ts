import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsService } from './documents.service.js';

@Module({ imports: [DocumentsModule], controllers: [DocumentsController], providers: [DocumentsService] })
export class DocsModule {}
