import type { UserCaller } from '../../common/caller.js';
import { type SizedPageQuery, toWindow } from '../../common/validation/page-query.dto.js';
import type { DocumentMetadata, StoredFile } from '../../record/core/documents/document.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { DONE } from './motor-application.mapper.js';
import type { MotorDocumentResponse, MotorDocumentListResponse } from './motor-document.dto.js';

const CHUNK_BYTES = 64 * 1024;

export function toDocument(document: DocumentMetadata, { language }: UserCaller, lists: ReferenceLists): MotorDocumentResponse {
  return {
    fileId: document.id,
    fileName: document.fileName,
    fileMime: document.mimeType,
    fileBlob: [],
    docCategoryId: document.categoryId,
    docCategoryDescr: lists.title('documentCategories', document.categoryId)?.[language] ?? '',
    comments: document.comments,
    cancelled: document.isCancelled,
    scan: document.scan,
    error: DONE,
  };
}

/** Adds one text for each 64 KiB; the file is read in multiples of that size. */
export async function toDocumentWithFile(document: StoredFile, caller: UserCaller, lists: ReferenceLists): Promise<MotorDocumentResponse> {
  const fileBlob: string[] = [];
  for await (const part of document.read(0, document.size))
    for (let offset = 0; offset < part.length; offset += CHUNK_BYTES)
      fileBlob.push(part.subarray(offset, offset + CHUNK_BYTES).toString('base64'));
  return { ...toDocument(document, caller, lists), fileBlob };
}

export function toDocumentList(
  documents: readonly DocumentMetadata[],
  query: SizedPageQuery,
  caller: UserCaller,
  lists: ReferenceLists,
): MotorDocumentListResponse {
  const { start, limit } = toWindow(query);
  const page = documents.slice(start - 1, start - 1 + limit);
  return { documents: page.map((document) => toDocument(document, caller, lists)), start, limit, total: documents.length };
}
