import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { SizedPageQuery } from '../../common/validation/page-query.dto.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { answerFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { DocumentFiles, readerOf } from '../../record/core/documents/document-files.js';
import { DocumentService } from '../../record/core/documents/document.service.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorDocumentResponse, MotorDocumentListResponse, MotorDocumentQuery } from './motor-document.dto.js';
import { toDocument, toDocumentList, toDocumentWithFile } from './motor-document.mapper.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import type { UserCaller } from '../../common/caller.js';

const LINE = 'motor';

/** Documents of vehicle policies (documents.1), those of their applications among them. */
@ServiceController('mtr-api', 'resources/policies/:id/documents')
export class MotorPolicyDocumentsController {
  constructor(
    private readonly documents: DocumentService,
    private readonly files: DocumentFiles,
    private readonly applications: MotorApplicationService,
    private readonly lists: ReferenceLists,
  ) {}

  /** List the documents of a policy, oldest first. */
  @Get()
  async listMotorPolicyDocuments(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Query() query: SizedPageQuery,
  ): Promise<MotorDocumentListResponse> {
    await this.applications.getPolicy(caller, id);
    return toDocumentList(await this.documents.list(caller, id, LINE), query, caller, this.lists);
  }

  /** Retrieve what is known of a document. With `withfile=1` its file too. */
  @Get(':documentId')
  async getMotorPolicyDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
    @Query() { withfile }: MotorDocumentQuery,
  ): Promise<MotorDocumentResponse> {
    await this.applications.getPolicy(caller, id);
    if (withfile === 1)
      return toDocumentWithFile(
        await this.files.find(readerOf(caller), await this.documents.get(caller, id, documentId, LINE)),
        caller,
        this.lists,
      );
    return toDocument(await this.documents.get(caller, id, documentId, LINE), caller, this.lists);
  }

  /** The file itself, or a range of it. 304 when the caller has it already. */
  @Get(':documentId/image')
  @ApiFile()
  async getMotorPolicyDocumentFile(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    const { caller } = call;
    await this.applications.getPolicy(caller, id);
    return answerFile(call, await this.files.find(readerOf(caller), await this.documents.get(caller, id, documentId, LINE)));
  }
}
