import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Language } from '../../../common/language.js';
import { Store } from '../../../store/store.js';

export const INFORMATION_KINDS = ['IPID', 'TERMS', 'PRIVACY'] as const;
export type InformationKind = (typeof INFORMATION_KINDS)[number];

export interface InformationDocument {
  readonly kind: InformationKind;
  readonly version: string;
  readonly language: Language;
  readonly sha256: string;
  readonly content: Buffer;
}

export interface NewInformationDocument extends Omit<InformationDocument, 'sha256'> {
  readonly source: Buffer;
  readonly createdAt: Date;
}

const COLUMNS = `kind, version, language, encode(sha256, 'hex') AS sha256, content`;

@Injectable()
export class InformationDocumentRepository {
  constructor(private readonly store: Store) {}

  async findBySource(environment: Environment, source: Buffer): Promise<InformationDocument | null> {
    const [found] = await this.store.query<InformationDocument>(
      environment,
      `SELECT ${COLUMNS} FROM information_document WHERE source_sha256 = $1`,
      [source],
    );
    return found ?? null;
  }

  async insertOnce(environment: Environment, document: NewInformationDocument): Promise<InformationDocument> {
    const { kind, version, language, source, content, createdAt } = document;
    const sha256 = createHash('sha256').update(content).digest();
    const [inserted] = await this.store.query<InformationDocument>(
      environment,
      `INSERT INTO information_document (kind, version, language, source_sha256, sha256, content, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (source_sha256) DO NOTHING RETURNING ${COLUMNS}`,
      [kind, version, language, source, sha256, content, createdAt],
    );
    const stored = inserted ?? (await this.findBySource(environment, source));
    if (!stored) throw new Error('A stored information document was not found.');
    return stored;
  }
}
