import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Language } from '../../../common/language.js';
import { Store } from '../../../store/store.js';
import { SystemCategory, type StoredFile } from './document.js';

export type DeliveryKind = 'OFFER' | 'IPID' | 'TERMS' | 'PRIVACY' | 'POLICY';
export type DeliveryChannel = 'API' | 'STAFF' | 'LINK';

/** First time that somebody got a document of an application in a way (customer.5). */
export interface DocumentDelivery {
  readonly kind: DeliveryKind;
  readonly version: string;
  readonly language: Language;
  readonly sha256: string;
  readonly channel: DeliveryChannel;
  readonly deliveredTo: string;
  readonly deliveredAt: Date;
}

type DeliveredBy = Pick<DocumentDelivery, 'channel' | 'deliveredTo' | 'deliveredAt'>;

interface DeliveredFile extends Pick<DocumentDelivery, 'kind' | 'version' | 'language' | 'sha256'> {
  read(start: number, end: number): AsyncGenerator<Buffer, void>;
}

const KINDS: ReadonlyMap<number, DeliveryKind> = new Map([
  [SystemCategory.OFFER, 'OFFER'],
  [SystemCategory.POLICY, 'POLICY'],
]);

export function toAgentDelivery({ user, at }: UserCaller) {
  return { channel: 'API', deliveredTo: user.name, deliveredAt: at } as const;
}

@Injectable()
export class DocumentDeliveryRepository {
  constructor(private readonly store: Store) {}

  /** Reading the file records its delivery. A HEAD or a 304 reads nothing. */
  track<File extends DeliveredFile>(environment: Environment, applicationId: number, file: File, by: DeliveredBy): File {
    return { ...file, read: (start, end) => this.readTracked(environment, applicationId, { ...file, ...by }, file.read(start, end)) };
  }

  trackFile(environment: Environment, file: StoredFile, by: DeliveredBy): StoredFile {
    const { categoryId, isSystem, applicationId, fileName: version, language } = file;
    const kind = KINDS.get(categoryId);
    if (kind === undefined || !isSystem || language === null) return file;
    const tracked = this.track(environment, applicationId, { ...file, kind, version, language }, by);
    return { ...file, read: (start, end) => tracked.read(start, end) };
  }

  private async *readTracked(
    environment: Environment,
    applicationId: number,
    { kind, version, language, sha256, channel, deliveredTo, deliveredAt }: DocumentDelivery,
    content: AsyncGenerator<Buffer, void>,
  ): AsyncGenerator<Buffer, void> {
    await this.store.query(
      environment,
      `INSERT INTO document_delivery (application_id, kind, version, language, sha256, channel, delivered_to, delivered_at)
       VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8) ON CONFLICT DO NOTHING`,
      [applicationId, kind, version, language, sha256, channel, deliveredTo, deliveredAt],
    );
    yield* content;
  }

  listDeliveries(environment: Environment, applicationId: number): Promise<DocumentDelivery[]> {
    return this.store.query<DocumentDelivery>(
      environment,
      `SELECT kind, version, language, encode(sha256, 'hex') AS sha256, channel, delivered_to AS "deliveredTo", delivered_at AS "deliveredAt"
       FROM document_delivery WHERE application_id = $1 ORDER BY id`,
      [applicationId],
    );
  }
}
