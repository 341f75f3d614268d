import { Module } from '@nestjs/common';
import { UploadsModule } from '../../gateway/body/uploads.module.js';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { DocumentsController } from './documents.controller.js';

@Module({ imports: [DocumentsModule, UploadsModule], controllers: [DocumentsController] })
export class DocsModule {}
