/** Categories of the documents the system makes itself (`data/document-categories.json`, decisions "Documents"). */
export const SystemCategory = { APPLICATION: 1, POLICY: 28, PAYMENT_NOTIFICATION: 29, RECEIPT: 30, GREEN_CARD: 31 } as const;

/** What is known of a document without its bytes. */
export interface DocumentMetadata {
  readonly id: number;
  readonly applicationId: number;
  readonly categoryId: number;
  readonly fileName: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly comments: string | null;
  readonly isSystem: boolean;
  readonly createdAt: Date;
}

export interface DocumentWithContent extends DocumentMetadata {
  readonly content: Buffer;
}

/** With who made it: `agent:<code>` for an upload. */
export interface OwnedDocument extends DocumentMetadata {
  readonly createdBy: string;
}

export interface NewDocument extends Pick<
  DocumentMetadata,
  'applicationId' | 'categoryId' | 'fileName' | 'mimeType' | 'comments' | 'isSystem' | 'createdAt'
> {
  readonly content: Buffer;
  readonly createdBy: string;
}
