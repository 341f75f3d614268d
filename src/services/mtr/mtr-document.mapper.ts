import type { UserCaller } from '../../common/caller.js';
import type { DocumentMetadata, DocumentWithContent } from '../../record/documents/document.js';
import { referenceLists } from '../../record/reference/reference-lists.js';
import { DONE } from './mtr-application.mapper.js';
import type { MtrDocumentEntity, MtrDocumentList } from './mtr-document.dto.js';
import { DEFAULT_LIMIT, type MtrPageQuery } from './mtr-search-query.dto.js';

const CHUNK_BYTES = 64 * 1024;

export function toDocument(document: DocumentMetadata, { language }: UserCaller): MtrDocumentEntity {
  return {
    fileId: document.id,
    fileName: document.fileName,
    fileMime: document.mimeType,
    fileBlob: [],
    docCategoryId: document.categoryId,
    docCategoryDescr: referenceLists.title('documentCategories', document.categoryId)?.[language] ?? '',
    comments: document.comments,
    error: DONE,
  };
}

export function toDocumentWithFile(document: DocumentWithContent, caller: UserCaller): MtrDocumentEntity {
  const { content } = document;
  const chunks = Array.from({ length: Math.ceil(content.length / CHUNK_BYTES) }, (_, index) =>
    content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64'),
  );
  return { ...toDocument(document, caller), fileBlob: chunks };
}

export function toDocumentList(documents: readonly DocumentMetadata[], query: MtrPageQuery, caller: UserCaller): MtrDocumentList {
  const start = query.start ?? 1;
  const limit = query.limit ?? query.size ?? DEFAULT_LIMIT;
  const page = documents.slice(start - 1, start - 1 + limit);
  return { documents: page.map((document) => toDocument(document, caller)), start, limit, total: documents.length };
}
