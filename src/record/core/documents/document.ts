import type { Language } from '../../../common/language.js';
import type { RenderRequest } from './rendering/render-request.js';

/** Categories of the documents the system makes itself (`data/document-categories.json`, documents.8). */
export const SystemCategory = {
  APPLICATION: 1,
  POLICY: 28,
  PAYMENT_NOTIFICATION: 29,
  RECEIPT: 30,
  GREEN_CARD: 31,
  CANCELLATION: 32,
} as const;

/** The result of the virus scan: content that is not scanned, or infected, is never handed out. */
export type ScanState = 'pending' | 'clean' | 'infected';

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
  readonly scan: ScanState;
  readonly createdAt: Date;
  /** What a document of the system is of, where there is one of each: `receipt:1042`. */
  readonly systemKey: string | null;
}

/** A document as printed. */
export interface Printed {
  readonly content: Buffer;
  /** What its English copy is printed from. */
  readonly english: RenderRequest;
}

/** A document whose content may be read, in parts; of an English copy name, size and digest are its own. */
export interface StoredFile extends DocumentMetadata {
  /** Of a document of the system; null for an upload. */
  readonly language: Language | null;
  /** The bytes from `start` to `end` (the first one after them), some hundred KiB at a time. */
  read(start: number, end: number): AsyncGenerator<Buffer, void>;
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
  /** What the English copy is printed from; absent where there is none. */
  readonly english?: RenderRequest;
  /** Digest of the content, where it is known already: 32 bytes. */
  readonly sha256?: Buffer;
  readonly createdBy: string;
  /** Clean where nothing is said. */
  readonly scan?: Exclude<ScanState, 'infected'>;
}

/** A file on its way in. */
export interface UploadedFile {
  /** 32 bytes. */
  readonly sha256: Buffer;
  /** Bytes. */
  readonly size: number;
  /** The whole content: the beginning of the buffer, which is as large. */
  readInto(buffer: Buffer): Promise<Buffer>;
}
