import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toReader } from '../../record/contract/customer/customer-answer.service.js';
import { CustomerContentService } from '../../record/contract/customer/customer-content.service.js';
import { InformationService, type InformationFile } from '../../record/contract/offers/information.service.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { DocumentFiles } from '../../record/core/documents/document-files.js';
import type { StoredFile } from '../../record/core/documents/document.js';
import type { CustomerVisit } from './customer-visit.js';

/** Reads the files that a link shows. */
@Injectable()
export class CustomerFilesService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly contents: CustomerContentService,
    private readonly files: DocumentFiles,
    private readonly information: InformationService,
  ) {}

  /** @throws DomainError DOCUMENT_NOT_FOUND for a document that the link does not show */
  async get(visit: CustomerVisit, id: string): Promise<StoredFile | InformationFile> {
    const { environment, link } = visit;
    const application = await this.applications.getAnyApplication(environment, String(link.applicationId));
    const documents = await this.contents.listDocuments(environment, application, link.purpose);
    const document = documents.find((one) => String(one.id) === id);
    if (document) return this.files.find(toReader(visit), document);
    if (link.purpose !== 'accept') throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    return this.information.getDocument(toReader(visit), application, id);
  }
}
