import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { DocumentUploads } from './document-uploads.js';
import { DocumentRepository } from './document.repository.js';
import { Documents } from './documents.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';
import { ScanRepository } from './scanning/scan.repository.js';
import { VirusScans } from './scanning/virus-scans.js';
import { SystemDocuments } from './system-documents.js';

const SHARED = [DocumentRepository, Documents, PdfRenderer, SystemDocuments];

@Module({
  imports: [ApplicationsModule],
  providers: [...SHARED, DocumentUploads, ScanRepository, VirusScans],
  exports: SHARED,
})
export class DocumentsModule {}
