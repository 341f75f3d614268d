import { Get, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/decorators.js';
import { answerFile } from '../../gateway/file-response.js';
import type { DocumentWithContent } from '../../record/documents/document.js';
import { Documents } from '../../record/documents/documents.js';
import { MtrApplicationService } from './mtr-application.service.js';
import { MtrDocumentEntity, MtrDocumentList, MtrDocumentQuery } from './mtr-document.dto.js';
import { toDocument, toDocumentList, toDocumentWithFile } from './mtr-document.mapper.js';
import { MtrPageQuery } from './mtr-search-query.dto.js';

const LINE = 'motor';

/** Documents of vehicle policies (spec §4.11), those of their applications among them. */
@ServiceController('mtr-api', 'resources/policies/:id/documents')
export class MtrPolicyDocumentsController {
  constructor(
    private readonly documents: Documents,
    private readonly applications: MtrApplicationService,
  ) {}

  /** List the documents of a policy, oldest first. */
  @Get()
  async list(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Query() query: MtrPageQuery): Promise<MtrDocumentList> {
    await this.applications.getPolicy(caller, id);
    return toDocumentList(await this.documents.list(caller, id, LINE), query, caller);
  }

  /** Retrieve what is known of a document; with `withfile=1` its file too. */
  @Get(':documentId')
  async get(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
    @Query() { withfile }: MtrDocumentQuery,
  ): Promise<MtrDocumentEntity> {
    const document = await this.find(caller, id, documentId);
    return withfile === 1 ? toDocumentWithFile(document, caller) : toDocument(document, caller);
  }

  /** The file itself; 304 when the caller has it already. */
  @Get(':documentId/image')
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ description: 'The file, with its own media type.', schema: { type: 'string', format: 'binary' } })
  async getImage(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    return answerFile(request, response, await this.find(caller, id, documentId));
  }

  private async find(caller: UserCaller, id: string, documentId: string): Promise<DocumentWithContent> {
    await this.applications.getPolicy(caller, id);
    return this.documents.get(caller, id, documentId, LINE);
  }
}
