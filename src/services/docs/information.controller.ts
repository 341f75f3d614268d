import { Get, Param, type StreamableFile } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { CurrentCall, CurrentCaller, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { sendFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { InformationService, type InformationFile } from '../../record/contract/offers/information.service.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { DocumentDeliveryRepository, toAgentDelivery } from '../../record/core/documents/document-delivery.repository.js';
import { createReader } from '../../record/core/documents/document-files.js';
import { InformationResponse } from './information.dto.js';

@ServiceController('docs-api', 'policy/applications/:id/information')
export class InformationController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly information: InformationService,
    private readonly deliveries: DocumentDeliveryRepository,
  ) {}

  /** List the documents that a customer reads before the contract. With their hashes, in the language of the call. */
  @Get()
  async listInformation(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<InformationResponse[]> {
    const application = await this.applications.getApplication(caller, id, 'any');
    const files = await this.information.listDocuments(createReader(caller), application);
    return files.map((file) => toResponse(file, `${caller.root}/docs-api/policy/applications/${application.id}/information`));
  }

  /** Download a document that a customer reads before the contract. In the language of the call; `ETag` is its hash. */
  @Get(':document')
  @ApiFile()
  async getInformation(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('document') document: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    const { caller } = call;
    const application = await this.applications.getApplication(caller, id, 'any');
    const file = await this.information.getDocument(createReader(caller), application, document);
    return sendFile(call, this.deliveries.track(caller.environment, application.id, file, toAgentDelivery(caller)));
  }
}

function toResponse({ key, kind, title, version, language, size, sha256 }: InformationFile, path: string): InformationResponse {
  return { document: key, kind, title, version, language, size, sha256, links: [{ rel: 'self', href: `${path}/${key}` }] };
}
