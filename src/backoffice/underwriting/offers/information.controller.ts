import { Get, Param, type StreamableFile } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { ApiFile } from '../../../gateway/documentation/file-responses.js';
import { sendFile } from '../../../gateway/handler/file-response.js';
import type { JsonText } from '../../../gateway/handler/responses.js';
import { InformationService, type InformationReader } from '../../../record/contract/offers/information.service.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { DocumentDeliveryRepository } from '../../../record/core/documents/document-delivery.repository.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { DocumentDeliveryListResponse, StaffInformationResponse } from './information.dto.js';

@BackofficeController('applications/:id/information')
@Roles('underwriter', 'issuing')
export class ApplicationInformationController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly information: InformationService,
    private readonly deliveries: DocumentDeliveryRepository,
  ) {}

  /** List the documents that a customer reads before the contract. With their hashes, in the language of the call. */
  @Get()
  async listApplicationInformation(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffInformationResponse[]> {
    const application = await this.applications.getAnyApplication(staff.environment, id);
    const files = await this.information.listDocuments(toReader(staff), application);
    return files.map(({ key, kind, title, version, sha256 }) => ({ document: key, kind, title, version, sha256 }));
  }

  /** Download a document that a customer reads before the contract. In the language of the call. */
  @Get(':document')
  @ApiFile()
  async getApplicationInformation(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @Param('id') id: string,
    @Param('document') document: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    const application = await this.applications.getAnyApplication(staff.environment, id);
    const file = await this.information.getDocument(toReader(staff), application, document);
    const delivery = { channel: 'STAFF', deliveredTo: staff.name, deliveredAt: staff.at } as const;
    const tracked = this.deliveries.track(staff.environment, application.id, file, delivery);
    return sendFile({ request: response.req, response }, tracked);
  }
}

@BackofficeController('applications/:id/deliveries')
@Roles('underwriter', 'issuing')
export class ApplicationDeliveriesController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly deliveries: DocumentDeliveryRepository,
  ) {}

  /** List who got which document of an application. Oldest first; each document once for a user and a way. */
  @Get()
  async listApplicationDeliveries(
    @CurrentStaff() { environment }: StaffCaller,
    @Param('id') idText: string,
  ): Promise<DocumentDeliveryListResponse> {
    const { id } = await this.applications.getAnyApplication(environment, idText);
    const items = await this.deliveries.listDeliveries(environment, id);
    return { items: items.map(({ deliveredAt, ...delivery }) => ({ ...delivery, deliveredAt: toLocalDateTime(deliveredAt) })) };
  }
}

function toReader(staff: StaffCaller): InformationReader {
  const { environment, language, at, userId } = staff;
  return { environment, language, at, holder: { lane: 'staff', owner: userId } };
}
