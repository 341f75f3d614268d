import { Get, Param, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/decorators.js';
import { answerFile } from '../../gateway/file-response.js';
import { DocumentEntity } from './document.dto.js';
import { DocumentsService, toDocumentEntity } from './documents.service.js';

/** Documents of applications and policies of both lines (spec §4.10). */
@ServiceController('docs-api', 'policy/applications/:id/documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  /** List the documents of an application, oldest first. */
  @Get()
  async list(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<DocumentEntity[]> {
    const documents = await this.documents.listDocuments(caller, id);
    return documents.map((document) => toDocumentEntity(document, caller));
  }

  /** The file itself; 304 when the caller has it already. */
  @Get(':document_id')
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ description: 'The file, with its own media type.', schema: { type: 'string', format: 'binary' } })
  async get(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const document = await this.documents.getDocument(caller, id, documentId);
    return answerFile(request, response, document);
  }
}
