import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { CUSTOMER_NAME, toReader } from '../../record/contract/customer/customer-answer.service.js';
import { CustomerContentService } from '../../record/contract/customer/customer-content.service.js';
import { InformationService, type InformationFile } from '../../record/contract/offers/information.service.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { DocumentDeliveryRepository } from '../../record/core/documents/document-delivery.repository.js';
import { DocumentFiles } from '../../record/core/documents/document-files.js';
import type { StoredFile } from '../../record/core/documents/document.js';
import type { CustomerVisit } from './customer-visit.js';

@Injectable()
export class CustomerFilesService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly contents: CustomerContentService,
    private readonly files: DocumentFiles,
    private readonly information: InformationService,
    private readonly deliveries: DocumentDeliveryRepository,
  ) {}

  async get(visit: CustomerVisit, id: string): Promise<StoredFile | InformationFile> {
    const { environment, link } = visit;
    const application = await this.applications.getAnyApplication(environment, String(link.applicationId));
    const documents = await this.contents.listDocuments(environment, application, link.purpose);
    const delivery = { channel: 'LINK', deliveredTo: CUSTOMER_NAME, deliveredAt: visit.at } as const;
    const document = documents.find((one) => String(one.id) === id);
    if (document) {
      return this.deliveries.trackFile(environment, await this.files.find(toReader(visit), document), delivery);
    }
    if (link.purpose !== 'accept') throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    const information = await this.information.getDocument(toReader(visit), application, id);
    return this.deliveries.track(environment, application.id, information, delivery);
  }
}
