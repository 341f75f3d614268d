import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { getStartOfDay, toLocalDate } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { IPID_SECTIONS } from '../../../pricing/tariff-model.js';
import type { Branch, Tariff } from '../../../pricing/tariff.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { toInsurerDetails } from '../../core/documents/document.js';
import {
  InformationDocumentRepository,
  type InformationDocument,
  type InformationKind,
} from '../../core/documents/information-document.repository.js';
import type { IpidDocument } from '../../core/documents/rendering/documents.types.js';
import { INFORMATION_TEXTS } from '../../core/documents/rendering/information-texts.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import type { RenderRequest } from '../../core/documents/rendering/render-document.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { findBranchRow, getLineRow, type LineCode } from '../../reference/products/line-table.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { formatItem } from '../../reference/tariffs/tariff-titles.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import { toLegalTexts, toPrivacyNotice } from '../issue/legal-texts.mapper.js';

export interface InformationFile extends InformationDocument {
  readonly key: string;
  readonly title: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  read(start: number, end: number): AsyncGenerator<Buffer, void>;
}

export interface InformationReader {
  readonly environment: Environment;
  readonly language: Language;
  readonly at: Date;
  readonly holder: Holder<Environment | 'staff'>;
}

interface TariffName {
  readonly tariffCode?: string | undefined;
  readonly tariffVersion?: number | undefined;
}

interface Source {
  readonly key: string;
  readonly kind: InformationKind;
  readonly title: string;
  readonly version: string;
  readonly request: RenderRequest;
}

const IPID_TITLE = { el: 'Έγγραφο πληροφοριών για το ασφαλιστικό προϊόν', en: 'Insurance product information document' } as const;

/** Equal data gives the same stored document (customer.2). */
@Injectable()
export class InformationService {
  constructor(
    private readonly documents: InformationDocumentRepository,
    private readonly lines: LineRegistry,
    private readonly renderer: PdfRenderer,
    private readonly settings: SettingsService,
    private readonly tariffs: TariffService,
  ) {}

  async listDocuments(reader: InformationReader, application: ApplicationRecord): Promise<InformationFile[]> {
    const sources = await this.listSources(reader, application);
    return Promise.all(sources.map((source) => this.load(reader, source)));
  }

  async getDocument(reader: InformationReader, application: ApplicationRecord, key: string): Promise<InformationFile> {
    const source = (await this.listSources(reader, application)).find((one) => one.key === key);
    if (source === undefined) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    return this.load(reader, source);
  }

  findTariff({ environment, at }: InformationReader, branch: Branch, { tariffCode, tariffVersion }: TariffName): Tariff | undefined {
    if (tariffCode === undefined && tariffVersion === undefined) return this.tariffs.pick(environment, branch, toLocalDate(at));
    return this.tariffs
      .all(environment, branch)
      .findLast(({ code, version }) => (tariffCode ?? code) === code && (tariffVersion ?? version) === version);
  }

  async getIpid(reader: InformationReader, tariff: Tariff | undefined, bundleCode: string): Promise<InformationFile> {
    if (tariff === undefined) throw new DomainError(ErrorCode.NO_TARIFF);
    if (!tariff.bundles.has(bundleCode)) throw new DomainError(ErrorCode.UNKNOWN_BUNDLE);
    const source = await this.buildIpidSource(reader, tariff, bundleCode);
    if (source === null) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    return this.load(reader, source);
  }

  private async listSources(reader: InformationReader, application: ApplicationRecord): Promise<Source[]> {
    const { line, price, startDate, questionnaire } = application;
    const { environment } = reader;
    const tariff = price ? this.tariffs.get(environment, price) : this.tariffs.pick(environment, getLineRow(line).branch.code, startDate);
    const bundles = tariff === undefined ? [] : this.lines.of(line).listBundles(questionnaire);
    const ipids = await Promise.all(bundles.map((code) => this.buildIpidSource(reader, tariff as Tariff, code)));
    return [...ipids.filter((source) => source !== null), ...(await this.buildTextSources(reader, line))];
  }

  private async buildTextSources({ environment, language, at }: InformationReader, line: LineCode): Promise<Source[]> {
    const { insurer, legalTexts, letterTexts } = await this.settings.get(environment);
    const texts = INFORMATION_TEXTS[language];
    const version = String(legalTexts.version);
    const head = {
      language,
      insurer: toInsurerDetails(insurer, language),
      issuedAt: at,
      currency: 'EUR',
      sandbox: environment === 'sandbox',
      logo: letterTexts.logo,
      version,
    };
    const facts = { application: { line }, insurer, legalTexts, language };
    const terms = { ...head, line: getLineRow(line).productTitle[language], legal: toLegalTexts(facts, texts.blank) };
    const privacy = { ...head, text: toPrivacyNotice(facts) };
    return [
      { key: 'terms', kind: 'TERMS', title: texts.terms, version: `${line} ${version}`, request: { kind: 'terms', data: terms } },
      { key: 'privacy', kind: 'PRIVACY', title: texts.privacy, version, request: { kind: 'privacy', data: privacy } },
    ];
  }

  private async buildIpidSource({ environment, language }: InformationReader, tariff: Tariff, bundleCode: string): Promise<Source | null> {
    const bundle = tariff.bundles.get(bundleCode);
    if (!bundle?.ipid) return null;
    const { ipid } = bundle;
    const { insurer, letterTexts } = await this.settings.get(environment);
    const version = `${tariff.code} ${tariff.version} ${bundleCode}`;
    const data: IpidDocument = {
      language,
      insurer: toInsurerDetails(insurer, language),
      issuedAt: getStartOfDay(tariff.validFrom),
      currency: tariff.currency,
      sandbox: environment === 'sandbox',
      logo: letterTexts.logo,
      line: findBranchRow(tariff.branch)?.productTitle[language] ?? tariff.branch,
      product: formatItem('bundles', bundle)[language],
      reference: version,
      sections: Object.fromEntries(
        IPID_SECTIONS.map((section) => [section, ipid[section].map((text) => text[language])]),
      ) as unknown as IpidDocument['sections'],
    };
    const title = `${IPID_TITLE[language]}: ${data.product}`;
    return { key: `ipid-${bundleCode}`, kind: 'IPID', title, version, request: { kind: 'ipid', data } };
  }

  private async load({ environment, language, at, holder }: InformationReader, source: Source): Promise<InformationFile> {
    const { key, kind, title, version, request } = source;
    const digest = createHash('sha256').update(JSON.stringify(request, omitMoment)).digest();
    const stored =
      (await this.documents.findBySource(environment, digest)) ??
      (await this.documents.insertOnce(environment, {
        kind,
        version,
        language,
        source: digest,
        content: await this.renderer.render(holder, request),
        createdAt: at,
      }));
    const { content } = stored;
    return {
      ...stored,
      key,
      title,
      fileName: `${key}-${version.replaceAll(' ', '-')}-${language}.pdf`,
      mimeType: 'application/pdf',
      size: content.length,
      // oxlint-disable-next-line typescript/require-await
      async *read(start, end) {
        yield content.subarray(start, end);
      },
    };
  }
}

/** Leaves out the moment of the print, so that equal data gives the same document. */
function omitMoment(key: string, value: unknown): unknown {
  return key === 'issuedAt' ? undefined : value;
}
