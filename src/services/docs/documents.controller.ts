import { applyDecorators, Delete, Get, HttpCode, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiQuery } from '@nestjs/swagger';
import { getHolder, type UserCaller } from '../../common/caller.js';
import { Uploads } from '../../gateway/body/uploads.js';
import { CurrentCaller, JsonBody, ServiceController, Waits, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { sendFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { buildDocumentHref } from '../../record/core/applications/application-links.js';
import { DOCUMENT_TYPES, getMediaType } from '../../record/core/documents/content/document-type.js';
import { DOCUMENT_LIMIT } from '../../record/core/documents/document-upload.service.js';
import { DocumentFiles, createReader } from '../../record/core/documents/document-files.js';
import { DocumentDeliveryRepository, toAgentDelivery } from '../../record/core/documents/document-delivery.repository.js';
import { DocumentService } from '../../record/core/documents/document.service.js';
import { DocumentResponse, DocumentChangeRequest, DocumentUploadQuery } from './document.dto.js';
import { DocumentChangeFields, readChange, toDocumentResponse } from './document.mapper.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

@ServiceController('docs-api', 'policy/applications/:id/documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentService,
    private readonly files: DocumentFiles,
    private readonly deliveries: DocumentDeliveryRepository,
    private readonly uploads: Uploads,
    private readonly lists: ReferenceLists,
  ) {}

  /** List the documents of an application, oldest first. */
  @Get()
  async listDocuments(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<DocumentResponse[]> {
    const documents = await this.documents.list(caller, id, 'any');
    return documents.map((document) => toDocumentResponse(document, caller, this.lists));
  }

  /** Download the file of a document, or a range of it. 304 when the caller has it already. */
  @Get(':document_id')
  @ApiFile()
  async getDocument(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    const { caller } = call;
    const file = await this.files.find(createReader(caller), await this.documents.get(caller, id, documentId, 'any'));
    return sendFile(call, this.deliveries.trackFile(caller.environment, file, toAgentDelivery(caller)));
  }

  /** Upload a document to an application. The body is the file, below 3,000,000 bytes. `Location` is its address. */
  @Post()
  @Waits()
  @ApiConsumes(...DOCUMENT_TYPES)
  @ApiBody({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  async insertDocument(
    @CurrentCall() { caller, request, response }: UserCall,
    @Param('id') id: string,
    @Query() query: DocumentUploadQuery,
  ): Promise<DocumentResponse> {
    const { file_name: fileName, mime_type: mimeType, category_id: categoryId, comments = null } = query;
    const upload = await this.documents.prepareUpload(
      caller,
      id,
      { fileName, categoryId, categoryPath: 'category_id', comments, mimeType: getMediaType(mimeType) },
      'any',
    );
    const document = await this.uploads.receive(request, getHolder(caller), DOCUMENT_LIMIT, (file) =>
      this.documents.insert(caller, upload, file),
    );
    response.setHeader('Location', buildDocumentHref(document.applicationId, document.id, caller.root));
    return toDocumentResponse(document, caller, this.lists);
  }

  /** Change name, category and comments of a document. In the query or in a JSON body; the file stays unchanged. */
  @Put(':document_id')
  @ApiChange()
  async updateDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() query: DocumentChangeFields,
    @JsonBody(DocumentChangeRequest) body: unknown,
  ): Promise<DocumentResponse> {
    const change = readChange(query, body, this.lists);
    return toDocumentResponse(await this.documents.update(caller, id, documentId, change, 'any'), caller, this.lists);
  }

  /** Change a document by POST. Does what PUT does, because the examples of the contract use POST. */
  @Post(':document_id')
  @HttpCode(200)
  @ApiChange()
  updateDocumentByPost(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() query: DocumentChangeFields,
    @JsonBody(DocumentChangeRequest) body: unknown,
  ): Promise<DocumentResponse> {
    return this.updateDocument(caller, id, documentId, query, body);
  }

  /** Delete a document that the agent uploaded today. Documents printed by the system cannot be deleted. */
  @Delete(':document_id')
  @HttpCode(204)
  async deleteDocument(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
  ): Promise<void> {
    await this.documents.remove(caller, id, documentId, 'any');
  }
}

/** Describes the fields of a change, which are accepted in the query and in the body. */
function ApiChange(): MethodDecorator {
  return applyDecorators(
    ApiQuery({ name: 'file_name', required: false, description: 'Name of the file; unchanged when absent.', example: 'aitisi-2.pdf' }),
    ApiQuery({
      name: 'category_id',
      required: false,
      description: 'Category; mandatory here or in the body. Codes: `GET /fire-api/parameters/documentCategories`.',
      example: 2,
    }),
    ApiQuery({ name: 'comments', required: false, description: 'Comments; unchanged when absent.', example: 'Υπογεγραμμένη αίτηση' }),
    ApiBody({ type: DocumentChangeRequest, required: false }),
  );
}
