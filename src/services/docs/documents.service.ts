import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifier.js';
import { documentHref } from '../../record/applications/application-links.js';
import type { DocumentMetadata, DocumentWithContent } from '../../record/documents/document.js';
import { DocumentRepository } from '../../record/documents/document.repository.js';
import { referenceLists } from '../../record/reference/reference-lists.js';
import type { DocumentEntity } from './document.dto.js';

/** Documents of the applications that the caller may see (spec §4.10). */
@Injectable()
export class DocumentsService {
  constructor(private readonly documents: DocumentRepository) {}

  /** @throws DomainError APPLICATION_NOT_FOUND */
  async listDocuments(caller: UserCaller, applicationId: string): Promise<DocumentMetadata[]> {
    const id = parseObjectId(applicationId);
    const found = id === null ? null : await this.documents.findDocuments(caller.environment, id, caller.user.readableAgents);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, DOCUMENT_NOT_FOUND */
  async getDocument(caller: UserCaller, applicationId: string, documentId: string): Promise<DocumentWithContent> {
    const id = parseObjectId(applicationId);
    // No document has id 0: a malformed id takes the same way as an unknown one.
    const number = parseObjectId(documentId) ?? 0;
    const found = id === null ? null : await this.documents.findDocument(caller.environment, id, number, caller.user.readableAgents);
    if (found === null) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    if (found === undefined) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    return found;
  }
}

export function toDocumentEntity(document: DocumentMetadata, caller: UserCaller): DocumentEntity {
  return {
    id: document.id,
    file_name: document.fileName,
    mime_type: document.mimeType,
    category_id: document.categoryId,
    category_title: referenceLists.title('documentCategories', document.categoryId)?.[caller.language] ?? '',
    comments: document.comments,
    size: document.size,
    sha256: document.sha256,
    system: document.isSystem ? '1' : '0',
    created_at: toLocalDateTime(document.createdAt),
    links: [{ rel: 'self', href: documentHref(document.applicationId, document.id, caller.root) }],
  };
}
