import { Module } from '@nestjs/common';
import { AmendmentRepository } from './amendments/amendment.repository.js';
import { SegmentRepository } from './amendments/segment.repository.js';
import { ApplicationHistoryRepository } from './applications/application-history.repository.js';
import { ApplicationSearchRepository } from './applications/application-search.repository.js';
import { ApplicationRepository } from './applications/application.repository.js';
import { ApplicationService } from './applications/application.service.js';
import { HistoryBlocksScheduler } from './applications/history-blocks.scheduler.js';
import { PolicyPlateRepository } from './applications/policy-plate.repository.js';
import { ReceiptNumbers } from './applications/receipt-numbers.js';
import { RiskItemIdRepository } from './applications/risk-item-id.repository.js';
import { ClaimRepository } from './claims/claim.repository.js';
import { CustomerActRepository } from './customer-acts/customer-act.repository.js';
import { DocumentArchive } from './documents/archive/document-archive.js';
import { DocumentArchiveRepository } from './documents/archive/document-archive.repository.js';
import { DocumentArchiver } from './documents/archive/document-archiver.js';
import { ObjectDeletionScheduler } from './documents/archive/object-deletion.scheduler.js';
import { ObjectStorage } from './documents/archive/object-storage.js';
import { TypeDetector } from './documents/content/type-detector.js';
import { DocumentDeliveryRepository } from './documents/document-delivery.repository.js';
import { DocumentFiles } from './documents/document-files.js';
import { DocumentUploadService } from './documents/document-upload.service.js';
import { DocumentRepository } from './documents/document.repository.js';
import { DocumentService } from './documents/document.service.js';
import { InformationDocumentRepository } from './documents/information-document.repository.js';
import { PdfRenderer } from './documents/rendering/pdf-renderer.js';
import { ScanRepository } from './documents/scanning/scan.repository.js';
import { VirusScanService } from './documents/scanning/virus-scan.service.js';
import { SystemDocuments } from './documents/system-documents.js';
import { LetterPrinter } from './letters/letter-printer.js';
import { LetterRepository } from './letters/letter.repository.js';
import { LetterService } from './letters/letter.service.js';
import { LetterStopRepository } from './letters/letter-stop.repository.js';
import { LineRegistry } from './lines/line-registry.js';
import { QuestionnaireDecoder } from './lines/questionnaire-decoder.js';
import { PartyRegisterRepository } from './parties/party-register.repository.js';
import { PartyRegisterScheduler } from './parties/party-register.scheduler.js';
import { PartyUpsertService } from './parties/party-upsert.service.js';
import { PartyWriteRepository } from './parties/party-write.repository.js';
import { PartyRepository } from './parties/party.repository.js';
import { ServiceRequestRepository } from './service-requests/service-request.repository.js';
import { ServiceRequestService } from './service-requests/service-request.service.js';

@Module({
  providers: [
    AmendmentRepository,
    ApplicationHistoryRepository,
    ApplicationRepository,
    ApplicationSearchRepository,
    ApplicationService,
    ClaimRepository,
    CustomerActRepository,
    DocumentArchive,
    DocumentArchiveRepository,
    DocumentArchiver,
    DocumentDeliveryRepository,
    DocumentFiles,
    DocumentRepository,
    DocumentService,
    DocumentUploadService,
    HistoryBlocksScheduler,
    InformationDocumentRepository,
    LetterPrinter,
    LetterRepository,
    LetterService,
    LetterStopRepository,
    LineRegistry,
    ObjectDeletionScheduler,
    ObjectStorage,
    PartyRegisterRepository,
    PartyRegisterScheduler,
    PartyRepository,
    PartyUpsertService,
    PartyWriteRepository,
    PdfRenderer,
    PolicyPlateRepository,
    QuestionnaireDecoder,
    ReceiptNumbers,
    RiskItemIdRepository,
    ScanRepository,
    SegmentRepository,
    ServiceRequestRepository,
    ServiceRequestService,
    SystemDocuments,
    TypeDetector,
    VirusScanService,
  ],
  exports: [
    AmendmentRepository,
    SegmentRepository,
    ApplicationHistoryRepository,
    ApplicationSearchRepository,
    ApplicationRepository,
    ApplicationService,
    ClaimRepository,
    CustomerActRepository,
    DocumentDeliveryRepository,
    DocumentFiles,
    DocumentRepository,
    DocumentService,
    InformationDocumentRepository,
    LetterPrinter,
    LetterService,
    LetterStopRepository,
    LineRegistry,
    PartyRepository,
    PartyUpsertService,
    PdfRenderer,
    PolicyPlateRepository,
    QuestionnaireDecoder,
    ReceiptNumbers,
    RiskItemIdRepository,
    ScanRepository,
    ServiceRequestService,
    SystemDocuments,
  ],
})
export class CoreModule {}
