import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { DocumentContents } from './document-contents.js';
import { DocumentRepository } from './document.repository.js';
import { Documents } from './documents.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';
import { ScanRepository } from './scanning/scan.repository.js';
import { VirusScans } from './scanning/virus-scans.js';

const SHARED = [DocumentRepository, Documents, PdfRenderer];

@Module({
  imports: [ApplicationsModule],
  providers: [...SHARED, DocumentContents, ScanRepository, VirusScans],
  exports: SHARED,
})
export class DocumentsModule {}
