import type { LocalDate } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import type { RenderRequest } from './rendering/render-document.js';
import type { Insurer } from '../../reference/settings/settings.service.js';
import type { InsurerDetails } from './rendering/documents.types.js';
import type { Receipt } from '../applications/receipt.js';

/** Categories of system documents (`data/document-categories.json`, documents.8). */
export const SystemCategory = {
  APPLICATION: 1,
  POLICY: 28,
  PAYMENT_NOTIFICATION: 29,
  RECEIPT: 30,
  GREEN_CARD: 31,
  CANCELLATION: 32,
  AMENDMENT: 33,
  OFFER: 34,
  WITHDRAWAL: 35,
} as const;

export const VALID_AFTER_CANCELLATION = [SystemCategory.RECEIPT, SystemCategory.CANCELLATION, SystemCategory.WITHDRAWAL] as const;

/** Only clean content is returned. */
export type ScanState = 'pending' | 'clean' | 'infected';

export interface DocumentMetadata {
  readonly id: number;
  readonly applicationId: number;
  readonly categoryId: number;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly comments: string | null;
  readonly isSystem: boolean;
  /** Its policy was cancelled, its act reversed or its vehicle replaced since, so that it proves nothing. */
  readonly isCancelled: boolean;
  readonly scan: ScanState;
  readonly createdAt: Date;
  /** Key of a document that an application has once: `receipt:1042`. */
  readonly systemKey: string | null;
}

export interface Printed {
  readonly content: Buffer;
  readonly english: RenderRequest;
}

export interface StoredFile extends DocumentMetadata {
  readonly language: Language | null;
  /** `end` is exclusive; parts have some hundred KiB. */
  read(start: number, end: number): AsyncGenerator<Buffer, void>;
}

export interface OwnedDocument extends DocumentMetadata {
  /** `agent:<code>` for an upload. */
  readonly createdBy: string;
}

/** Turns the dates of data that was stored as JSON into dates again. */
export function reviveDates<Request extends RenderRequest>(request: Request): Request {
  return { ...request, data: { ...request.data, issuedAt: new Date(request.data.issuedAt) } };
}

export interface NewDocument extends Pick<
  DocumentMetadata,
  'applicationId' | 'categoryId' | 'fileName' | 'mimeType' | 'comments' | 'isSystem' | 'createdAt'
> {
  /** The next one when absent. */
  readonly id?: number;
  readonly content: Buffer;
  readonly english?: RenderRequest;
  /** 32 bytes; calculated when absent. */
  readonly sha256?: Buffer;
  readonly createdBy: string;
  /** Clean when absent. */
  readonly scan?: Exclude<ScanState, 'infected'>;
}

export interface UploadedFile {
  readonly sha256: Buffer;
  readonly size: number;
  readInto(buffer: Buffer): Promise<Buffer>;
}

export type PrintedReceipts = ReadonlyMap<number, number>;

export function buildPrintedReceipts(documents: readonly DocumentMetadata[]): PrintedReceipts {
  return new Map(
    documents.flatMap(({ id, systemKey }) => {
      const [, receiptNo] = /^receipt:(\d+)(?::\d+)?$/.exec(systemKey ?? '') ?? [];
      return receiptNo === undefined ? [] : [[Number(receiptNo), id] as const];
    }),
  );
}

export function toInsurerDetails(insurer: Insurer, language: Language): InsurerDetails {
  const { name, afm, address, phone, email, gemi, seat, registration, applicableLaw } = insurer;
  const texts = { seat: seat[language], registration: registration[language], applicableLaw: applicableLaw[language] };
  return { name: name[language], afm, address: address[language], phone, email, gemi, ...texts };
}

export function buildReceiptFileName(
  policyNo: string,
  { kind, receiptNo, instalmentNo }: Pick<Receipt, 'kind' | 'receiptNo' | 'instalmentNo'>,
  edition?: number,
): string {
  return kind === 'REFUND' ? buildRefundFileName(policyNo, instalmentNo, edition) : `${policyNo}-${receiptNo}.pdf`;
}

export function buildRefundFileName(policyNo: string, instalmentNo: number, edition = 1): string {
  return `${policyNo}-refund-${instalmentNo}${edition === 1 ? '' : `-${edition}`}.pdf`;
}

export function buildCancellationFileName(policyNo: string): string {
  return `${policyNo}-cancellation.pdf`;
}

export function buildWithdrawalFileName(policyNo: string): string {
  return `${policyNo}-withdrawal.pdf`;
}

export function buildAmendmentFileName(policyNo: string, amendmentNo: number, isReversal: boolean): string {
  return `${policyNo}-amendment-${amendmentNo}${isReversal ? '-reversal' : ''}.pdf`;
}

export function buildGreenCardFileName(policyNo: string): string {
  return `${policyNo}-green-card.pdf`;
}

export function buildClaimsHistoryFileName(of: string): string {
  return `${of}-claims-history.pdf`;
}

export function buildConsolidatedFileName(policyNo: string, on: LocalDate): string {
  return `${policyNo}-${on}.pdf`;
}

export function toEnglishName(fileName: string): string {
  return fileName.replace(/(\.[^.]*)?$/, '-en$1');
}
