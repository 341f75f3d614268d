import { Module } from '@nestjs/common';
import { DocumentRepository } from './document.repository.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';

@Module({ providers: [DocumentRepository, PdfRenderer], exports: [DocumentRepository, PdfRenderer] })
export class DocumentsModule {}
