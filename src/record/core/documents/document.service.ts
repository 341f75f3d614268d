import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../applications/application.js';
import { ApplicationService } from '../applications/application.service.js';
import { SystemDocuments } from './system-documents.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { FINAL_STATUSES } from '../applications/status.js';
import { assertCategory, type Filed, type SentCategory } from './document-category.js';
import { DocumentUploadService } from './document-upload.service.js';
import type { DocumentMetadata, OwnedDocument, UploadedFile } from './document.js';
import { DocumentRepository } from './document.repository.js';
import { readFileName } from './file-name.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';

interface UploadRequest extends SentCategory {
  readonly fileName: string;
  readonly comments: string | null;
  readonly mimeType: string;
}

export interface Upload extends UploadRequest {
  readonly applicationId: number;
}

/** Absent fields keep their value, null clears the comments. */
export interface DocumentChange extends SentCategory {
  readonly fileName?: string;
  readonly comments?: string | null;
}

@Injectable()
export class DocumentService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly repository: DocumentRepository,
    private readonly uploads: DocumentUploadService,
    private readonly system: SystemDocuments,
    private readonly store: Store,
    private readonly lists: ReferenceLists,
  ) {}

  async list(caller: UserCaller, applicationId: string, line: LineCode | 'any'): Promise<DocumentMetadata[]> {
    const application = await this.applications.getApplication(caller, applicationId, line);
    await this.system.complete(caller.environment, application);
    const { id } = application;
    return (await this.repository.findDocuments(caller.environment, id, caller.user.readableAgents)) ?? [];
  }

  async get(caller: UserCaller, applicationId: string, documentId: string, line: LineCode | 'any'): Promise<DocumentMetadata> {
    const application = await this.applications.getApplication(caller, applicationId, line);
    const number = parseObjectId(documentId) ?? 0;
    const find = () => this.repository.findDocument(caller.environment, application.id, number, caller.user.readableAgents);
    let found = await find();
    if (!found && number === application.policyDocumentId) {
      // The policy is linked before it is printed (documents.9).
      await this.system.complete(caller.environment, application);
      found = await find();
    }
    if (!found) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    return found;
  }

  async prepareUpload(caller: UserCaller, applicationId: string, request: UploadRequest, line: LineCode | 'any'): Promise<Upload> {
    const application = await this.getChangeable(caller, applicationId, line);
    const fileName = readFileName(request.fileName, request.mimeType);
    assertCategory(request, application, this.lists);
    return { ...request, fileName, applicationId: application.id };
  }

  /** The application may have changed while the file was received. */
  async insert(caller: UserCaller, upload: Upload, file: UploadedFile): Promise<DocumentMetadata> {
    return this.uploads.insert(caller, { ...upload, isSystem: false, createdBy: formatCreator(caller) }, file, async (tx) =>
      assertCategory(upload, await this.lockApplication(tx, upload.applicationId), this.lists),
    );
  }

  update(
    caller: UserCaller,
    applicationId: string,
    documentId: string,
    change: DocumentChange,
    line: LineCode | 'any',
  ): Promise<DocumentMetadata> {
    return this.withLocked(caller, applicationId, documentId, line, (tx, found, filed) => {
      if (found.isSystem) throw new DomainError(ErrorCode.DOCUMENT_NOT_DELETABLE, { text: SYSTEM_DOCUMENT });
      // A stored category or name stays valid; only a new one is checked.
      if (change.categoryId !== found.categoryId) assertCategory(change, filed, this.lists);
      const { fileName = found.fileName } = change;
      const newName = fileName === found.fileName ? fileName : readFileName(fileName, found.mimeType);
      const comments = change.comments === undefined ? found.comments : change.comments;
      return this.repository.updateDocument(tx, { ...found, fileName: newName, comments, categoryId: change.categoryId });
    });
  }

  /** Deletes only what the agent itself inserted today (Athens). */
  remove(caller: UserCaller, applicationId: string, documentId: string, line: LineCode | 'any'): Promise<void> {
    return this.withLocked(caller, applicationId, documentId, line, (tx, found) => {
      const isOfToday = toLocalDate(found.createdAt) === toLocalDate(caller.at);
      if (found.isSystem || !isOfToday || found.createdBy !== formatCreator(caller))
        throw new DomainError(ErrorCode.DOCUMENT_NOT_DELETABLE);
      return this.repository.deleteDocument(tx, found.id);
    });
  }

  private async withLocked<Result>(
    caller: UserCaller,
    applicationId: string,
    documentId: string,
    line: LineCode | 'any',
    change: (tx: Transaction, found: OwnedDocument, filed: Filed) => Promise<Result>,
  ): Promise<Result> {
    const { id } = await this.getChangeable(caller, applicationId, line);
    const number = parseObjectId(documentId) ?? 0;
    return this.store.transaction(caller, async (tx) => {
      const [filed, found] = await Promise.all([this.lockApplication(tx, id), this.repository.lockMetadata(tx, id, number)]);
      if (!found) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
      return change(tx, found, filed);
    });
  }

  private async getChangeable(caller: UserCaller, applicationId: string, line: LineCode | 'any'): Promise<ApplicationRecord> {
    const application = await this.applications.getOwnApplication(caller, applicationId, line);
    assertNotFinal(application);
    return application;
  }

  private async lockApplication(tx: Transaction, applicationId: number): Promise<Filed> {
    const filed = await this.repository.lockApplication(tx, applicationId);
    assertNotFinal(filed);
    return filed;
  }
}

function formatCreator({ user }: UserCaller): string {
  return `agent:${user.agentCode}`;
}

const SYSTEM_DOCUMENT = {
  el: 'Τα έγγραφα που εκδίδει το σύστημα δεν τροποποιούνται.',
  en: 'Documents issued by the system cannot be changed.',
};

function assertNotFinal({ status }: Filed): void {
  if (FINAL_STATUSES.has(status)) throw new DomainError(ErrorCode.FINAL_STATUS);
}
