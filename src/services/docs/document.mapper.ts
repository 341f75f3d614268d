import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { Unchecked } from '../../common/validation/decorators.js';
import { isRecord } from '../../common/validation/checks.js';
import { validateInput, validateQuery, omitBlankParameters } from '../../common/validation/validate.js';
import { buildDocumentHref } from '../../record/core/applications/application-links.js';
import type { DocumentMetadata } from '../../record/core/documents/document.js';
import type { DocumentChange } from '../../record/core/documents/document.service.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { type DocumentResponse, DocumentChangeRequest } from './document.dto.js';

/** Parameters of a change that the query may have; checked together with the body, and named so that they are known. */
export class DocumentChangeFields {
  @Unchecked() file_name?: unknown;
  @Unchecked() category_id?: unknown;
  @Unchecked() comments?: unknown;
}

/** Prefers the query, whose blank fields are ignored. */
export function readChange(query: object, body: unknown, lists: ReferenceLists): DocumentChange {
  const given = omitBlankParameters(query);
  const hasBody = isRecord(body) && Object.keys(body).length > 0;
  const change = hasBody
    ? validateInput(DocumentChangeRequest, { ...body, ...given }, lists)
    : validateQuery(DocumentChangeRequest, given, lists);
  const { file_name: fileName, category_id: categoryId, comments } = change;
  return { fileName: fileName ?? undefined, categoryId, categoryPath: 'category_id', comments };
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
    cancelled: document.isCancelled ? '1' : '0',
    scan: document.scan,
    created_at: toLocalDateTime(document.createdAt),
    links: [{ rel: 'self', href: buildDocumentHref(document.applicationId, document.id, caller.root) }],
  };
}
