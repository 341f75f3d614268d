import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TypeDetector } from './content/type-detector.js';
import { DocumentUploadService } from './document-upload.service.js';
import { DocumentFiles } from './document-files.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentService } from './document.service.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';
import { ScanRepository } from './scanning/scan.repository.js';
import { VirusScanService } from './scanning/virus-scan.service.js';
import { SystemDocuments } from './system-documents.js';
import { UploadLimitService } from './upload-limit.service.js';

const SHARED = [DocumentFiles, DocumentRepository, DocumentService, PdfRenderer, ScanRepository, SystemDocuments];

@Module({
  imports: [ApplicationsModule, SettingsModule],
  providers: [...SHARED, DocumentUploadService, TypeDetector, UploadLimitService, VirusScanService],
  exports: SHARED,
})
export class DocumentsModule {}
