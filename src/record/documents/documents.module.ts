import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TypeDetector } from './content/type-detector.js';
import { DocumentUploads } from './document-uploads.js';
import { DocumentRepository } from './document.repository.js';
import { Documents } from './documents.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';
import { ScanRepository } from './scanning/scan.repository.js';
import { VirusScans } from './scanning/virus-scans.js';
import { SystemDocuments } from './system-documents.js';
import { UploadLimits } from './upload-limits.js';

const SHARED = [DocumentRepository, Documents, PdfRenderer, SystemDocuments];

@Module({
  imports: [ApplicationsModule, SettingsModule],
  providers: [...SHARED, DocumentUploads, ScanRepository, TypeDetector, UploadLimits, VirusScans],
  exports: SHARED,
})
export class DocumentsModule {}
