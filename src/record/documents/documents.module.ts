import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { DocumentRepository } from './document.repository.js';
import { Documents } from './documents.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';

const SHARED = [DocumentRepository, Documents, PdfRenderer];

@Module({ imports: [ApplicationsModule], providers: SHARED, exports: SHARED })
export class DocumentsModule {}
