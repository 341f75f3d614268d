import { Delete, Get, HttpCode, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { SizedPageQuery } from '../../common/validation/page-query.dto.js';
import { getHolder, type UserCaller } from '../../common/caller.js';
import { Uploads } from '../../gateway/body/uploads.js';
import {
  CurrentCaller,
  JsonBody,
  ReadsType,
  ServiceController,
  Waits,
  CurrentCall,
  type UserCall,
} from '../../gateway/handler/decorators.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { sendFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { buildApplicationHref } from '../../record/core/applications/application-links.js';
import { DOCUMENT_TYPES, getMediaType } from '../../record/core/documents/content/document-type.js';
import { DOCUMENT_LIMIT } from '../../record/core/documents/document-upload.service.js';
import type { DocumentMetadata, StoredFile } from '../../record/core/documents/document.js';
import { DocumentDeliveryRepository, toAgentDelivery } from '../../record/core/documents/document-delivery.repository.js';
import { DocumentFiles, createReader } from '../../record/core/documents/document-files.js';
import { DocumentService } from '../../record/core/documents/document.service.js';
import { MotorApplicationService } from './motor-application.service.js';
import {
  MotorDocumentRequest,
  MotorDocumentResponse,
  MotorDocumentListResponse,
  MotorDocumentQuery,
  MotorUploadQuery,
} from './motor-document.dto.js';
import { toDocument, toDocumentList, toDocumentWithFile } from './motor-document.mapper.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const LINE = 'motor';
const OF_APPLICATION = 'applications/:application/documents';
const OF_POLICY = 'policies/:id/documents';

/** A policy has the documents of its application. */
@ServiceController('mtr-api', 'resources')
export class MotorDocumentsController {
  constructor(
    private readonly documents: DocumentService,
    private readonly files: DocumentFiles,
    private readonly deliveries: DocumentDeliveryRepository,
    private readonly applications: MotorApplicationService,
    private readonly uploads: Uploads,
    private readonly lists: ReferenceLists,
  ) {}

  /** List the documents of a vehicle application, oldest first. */
  @Get(OF_APPLICATION)
  listMotorDocuments(
    @CurrentCaller() caller: UserCaller,
    @Param('application') id: string,
    @Query() query: SizedPageQuery,
  ): Promise<MotorDocumentListResponse> {
    return this.list(caller, id, query);
  }

  /**
   * Upload a document to a vehicle application. The body is the file of the type in Content-Type, below 3,000,000
   * bytes. `Location` is its address.
   */
  @Post(OF_APPLICATION)
  @Waits()
  @ReadsType()
  @ApiConsumes(...DOCUMENT_TYPES)
  @ApiBody({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  async insertMotorDocument(
    @CurrentCall() { caller, request, response }: UserCall,
    @Param('application') id: string,
    @Query() query: MotorUploadQuery,
  ): Promise<MotorDocumentResponse> {
    const { fileName, categoryId, comments = null } = query;
    const mimeType = getMediaType(request.headers['content-type']);
    const upload = await this.documents.prepareUpload(
      caller,
      id,
      { fileName, categoryId, categoryPath: 'categoryId', comments, mimeType },
      LINE,
    );
    const document = await this.uploads.receive(request, getHolder(caller), DOCUMENT_LIMIT, (file) =>
      this.documents.insert(caller, upload, file),
    );
    const application = { id: upload.applicationId, line: LINE } as const;
    response.setHeader('Location', `${buildApplicationHref(application, caller.root)}/documents/${document.id}`);
    return toDocument(document, caller, this.lists);
  }

  /** Get the description of a document of an application. With `withfile=1` the file too. */
  @Get(`${OF_APPLICATION}/:documentId`)
  getMotorDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('application') id: string,
    @Param('documentId') documentId: string,
    @Query() query: MotorDocumentQuery,
  ): Promise<MotorDocumentResponse> {
    return this.get(caller, id, documentId, query);
  }

  /** Download the file of a document of an application, or a range of it. 304 when the caller has it already. */
  @Get(`${OF_APPLICATION}/:documentId/image`)
  @ApiFile()
  getMotorDocumentFile(
    @CurrentCall() call: UserCall,
    @Param('application') id: string,
    @Param('documentId') documentId: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    return this.sendFile(call, id, documentId);
  }

  /** Change name, category and comments of a document. */
  @Put(`${OF_APPLICATION}/:documentId`)
  async updateMotorDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('application') id: string,
    @Param('documentId') documentId: string,
    @JsonBody() { fileName, docCategoryId, comments }: MotorDocumentRequest,
  ): Promise<MotorDocumentResponse> {
    const change = { fileName: fileName ?? undefined, categoryId: docCategoryId, categoryPath: 'docCategoryId', comments };
    return toDocument(await this.documents.update(caller, id, documentId, change, LINE), caller, this.lists);
  }

  /** Delete a document that the agent uploaded today. */
  @Delete(`${OF_APPLICATION}/:documentId`)
  @HttpCode(204)
  async deleteMotorDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('application') id: string,
    @Param('documentId') documentId: string,
  ): Promise<void> {
    await this.documents.remove(caller, id, documentId, LINE);
  }

  /** List the documents of a vehicle policy, oldest first. */
  @Get(OF_POLICY)
  async listMotorPolicyDocuments(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Query() query: SizedPageQuery,
  ): Promise<MotorDocumentListResponse> {
    await this.applications.getPolicy(caller, id);
    return this.list(caller, id, query);
  }

  /** Get the description of a document of a policy. With `withfile=1` the file too. */
  @Get(`${OF_POLICY}/:documentId`)
  async getMotorPolicyDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
    @Query() query: MotorDocumentQuery,
  ): Promise<MotorDocumentResponse> {
    await this.applications.getPolicy(caller, id);
    return this.get(caller, id, documentId, query);
  }

  /** Download the file of a document of a policy, or a range of it. 304 when the caller has it already. */
  @Get(`${OF_POLICY}/:documentId/image`)
  @ApiFile()
  async getMotorPolicyDocumentFile(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    await this.applications.getPolicy(call.caller, id);
    return this.sendFile(call, id, documentId);
  }

  private async list(caller: UserCaller, id: string, query: SizedPageQuery): Promise<MotorDocumentListResponse> {
    return toDocumentList(await this.documents.list(caller, id, LINE), query, caller, this.lists);
  }

  private async get(caller: UserCaller, id: string, documentId: string, { withfile }: MotorDocumentQuery): Promise<MotorDocumentResponse> {
    const document = await this.documents.get(caller, id, documentId, LINE);
    if (withfile !== 1) return toDocument(document, caller, this.lists);
    return toDocumentWithFile(await this.find(caller, document), caller, this.lists);
  }

  private async sendFile(call: UserCall, id: string, documentId: string): Promise<StreamableFile | JsonText | undefined> {
    return sendFile(call, await this.find(call.caller, await this.documents.get(call.caller, id, documentId, LINE)));
  }

  private async find(caller: UserCaller, document: DocumentMetadata): Promise<StoredFile> {
    const file = await this.files.find(createReader(caller), document);
    return this.deliveries.trackFile(caller.environment, file, toAgentDelivery(caller));
  }
}
