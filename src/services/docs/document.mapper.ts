import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { isRecord } from '../../common/validation/checks.js';
import { validateInput, validateQuery, withoutBlanks } from '../../common/validation/validate.js';
import { documentHref } from '../../record/applications/application-links.js';
import type { DocumentMetadata, StoredFile, UploadedFile } from '../../record/documents/document.js';
import { mediaTypeOf } from '../../record/documents/content/document-type.js';
import { DocumentService } from '../../record/documents/document.service.js';
import { ReferenceLists } from '../../record/reference/reference-lists.js';
import type { DocumentResponse } from './document.dto.js';
import { DocumentChangeRequest, type DocumentUploadQuery } from './document-input.dto.js';

/** Documents of the applications of every line that the caller may see (documents.1). */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly documents: DocumentService,
    private readonly lists: ReferenceLists,
  ) {}

  listDocuments(caller: UserCaller, id: string): Promise<DocumentMetadata[]> {
    return this.documents.list(caller, id);
  }

  getFile(caller: UserCaller, id: string, documentId: string): Promise<StoredFile> {
    return this.documents.getFile(caller, id, documentId);
  }

  /** Checks all that can be checked before the body is read; `receive` reads it then, and does what is to be done with it. */
  async insertDocument(
    caller: UserCaller,
    id: string,
    { file_name: fileName, mime_type: mimeType, category_id: categoryId, comments }: DocumentUploadQuery,
    receive: (work: (file: UploadedFile) => Promise<DocumentMetadata>) => Promise<DocumentMetadata>,
  ): Promise<DocumentMetadata> {
    const request = { fileName, categoryId, comments: comments ?? null, mimeType: mediaTypeOf(mimeType) };
    const upload = await this.documents.prepareUpload(caller, id, request);
    return receive((file) => this.documents.insert(caller, upload, file));
  }

  /** The fields come in the query or as a JSON body; where both name one, the query counts. A blank one of the query is absent. */
  updateDocument(caller: UserCaller, id: string, documentId: string, query: object, body: unknown): Promise<DocumentMetadata> {
    const given = withoutBlanks(query);
    const hasBody = isRecord(body) && Object.keys(body).length > 0;
    const change = hasBody
      ? validateInput(DocumentChangeRequest, { ...body, ...given }, this.lists)
      : validateQuery(DocumentChangeRequest, given, this.lists);
    const { file_name: fileName, category_id: categoryId, comments } = change;
    const fields = { fileName: fileName ?? undefined, categoryId, comments };
    return this.documents.update(caller, id, documentId, fields);
  }

  deleteDocument(caller: UserCaller, id: string, documentId: string): Promise<void> {
    return this.documents.remove(caller, id, documentId);
  }
}

export function toDocumentResponse(document: DocumentMetadata, caller: UserCaller, lists: ReferenceLists): DocumentResponse {
  return {
    id: document.id,
    file_name: document.fileName,
    mime_type: document.mimeType,
    category_id: document.categoryId,
    category_title: lists.title('documentCategories', document.categoryId)?.[caller.language] ?? '',
    comments: document.comments,
    size: document.size,
    sha256: document.sha256,
    system: document.isSystem ? '1' : '0',
    scan: document.scan,
    created_at: toLocalDateTime(document.createdAt),
    links: [{ rel: 'self', href: documentHref(document.applicationId, document.id, caller.root) }],
  };
}
