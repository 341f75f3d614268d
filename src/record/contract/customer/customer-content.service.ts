import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { SystemCategory, type DocumentMetadata } from '../../core/documents/document.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { listTitles } from '../../reference/tariffs/tariff-titles.js';
import { InformationService, type InformationReader } from '../offers/information.service.js';
import type { LinkPurpose } from './customer-link.js';
import { STATEMENTS, type ShownContent } from '../../core/customer-acts/customer-act.js';

const OF_POLICY: ReadonlySet<number> = new Set([
  SystemCategory.POLICY,
  SystemCategory.RECEIPT,
  SystemCategory.GREEN_CARD,
  SystemCategory.CANCELLATION,
  SystemCategory.AMENDMENT,
  SystemCategory.WITHDRAWAL,
]);
const OF_WITHDRAWAL: ReadonlySet<number> = new Set([SystemCategory.WITHDRAWAL]);
/** Everything else that was printed is shown before the contract. */
const AFTER_CONTRACT: ReadonlySet<number> = new Set([...OF_POLICY, SystemCategory.PAYMENT_NOTIFICATION]);

@Injectable()
export class CustomerContentService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly system: SystemDocuments,
    private readonly lists: ReferenceLists,
    private readonly information: InformationService,
  ) {}

  /** Lists the documents that a link of this purpose shows: printed by the system, never an upload. */
  async listDocuments(environment: Environment, application: ApplicationRecord, purpose: LinkPurpose): Promise<DocumentMetadata[]> {
    if (purpose === 'pay') return [];
    await this.system.complete(environment, application);
    const all = (await this.documents.findDocuments(environment, application.id, [application.agentCode])) ?? [];
    const categories = purpose === 'withdraw' ? OF_WITHDRAWAL : OF_POLICY;
    const isOf = (category: number): boolean => (purpose === 'accept' ? !AFTER_CONTRACT.has(category) : categories.has(category));
    return all.filter(({ isSystem, isCancelled, categoryId, scan }) => isSystem && !isCancelled && scan === 'clean' && isOf(categoryId));
  }

  async build(reader: InformationReader, application: ApplicationRecord, purpose: LinkPurpose): Promise<ShownContent> {
    const { environment, language } = reader;
    const { policyNo, applicationNo, version, startDate, endDate, price } = application;
    const titles = listTitles(environment);
    const [documents, information] = await Promise.all([
      this.listDocuments(environment, application, purpose),
      purpose === 'accept' ? this.information.listDocuments(reader, application) : [],
    ]);
    return {
      language,
      number: policyNo ?? applicationNo,
      version,
      startDate,
      endDate,
      gross: price?.gross ?? null,
      instalments: (price?.instalments ?? []).map(({ no, from, gross }) => ({ no, from, gross })),
      covers: (price?.lines ?? []).map(({ object, cover, title, sumInsured }) => {
        return { object, title: titles.in(language, 'covers', cover, title), sumInsured };
      }),
      documents: [
        ...information.map(({ key, title, fileName, sha256 }) => ({ id: key, title, fileName, sha256 })),
        ...documents.map(({ id, categoryId, fileName, sha256 }) => {
          const title = this.lists.title('documentCategories', String(categoryId))?.[language] ?? fileName;
          return { id: String(id), title, fileName, sha256 };
        }),
      ],
      statements: purpose === 'accept' ? STATEMENTS.map(({ code, text, isRequired }) => ({ code, text: text[language], isRequired })) : [],
    };
  }
}
