import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { CertificateDocument } from '../../core/documents/rendering/documents.types.js';
import type { CertificateKind } from '../../core/documents/rendering/certificate-texts.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { isIndividualType } from '../../core/parties/person.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { buildNotCovered } from '../amendments/amendment-form.service.js';
import type { AmendmentDesk } from '../amendments/amendment-reader.service.js';
import { ContractDayPrinter, type ContractDayFacts, type PrintedContractDay } from '../amendments/contract-day-printer.js';
import type { CertificateQuery } from './certificate.dto.js';

interface Reader {
  readonly language: Language;
  readonly holder: Holder<Environment | 'staff'>;
}

/** Certificates are not stored (documents.55). */
@Injectable()
export class CertificatePrinter {
  constructor(
    private readonly days: ContractDayPrinter,
    private readonly lines: LineRegistry,
    private readonly lists: ReferenceLists,
    private readonly renderer: PdfRenderer,
  ) {}

  /** @throws DomainError as `ContractDayPrinter.read`; NOT_ALLOWED_IN_STATUS for a policy without such a certificate */
  async print(desk: AmendmentDesk, { kind, on }: CertificateQuery, { language, holder }: Reader): Promise<PrintedContractDay> {
    const facts = await this.days.read(desk, { ...(on !== undefined && { on }) }, language);
    const { data } = facts;
    if (data.paidUntil !== null && data.on >= data.paidUntil) throw buildNotCovered('on');
    const certified = kind === 'COVER' ? { covers: data.covers, notCovered: [] } : this.selectCatastrophes(facts);
    const certificate: CertificateDocument = { ...data, ...certified, certificate: kind };
    const pdf = await this.renderer.render(holder, { kind: 'certificate', data: certificate });
    return { fileName: `${data.policyNo}-${FILE_NAMES[kind]}-${data.on}.pdf`, pdf };
  }

  private selectCatastrophes({ policy, tariff, data }: ContractDayFacts): Pick<CertificateDocument, 'covers' | 'notCovered'> {
    const catastrophes = tariff?.catastropheCovers ?? new Set<string>();
    const covers = data.covers.filter(({ code }) => catastrophes.has(code));
    if (covers.length === 0 || !this.isOfCompany(policy)) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_FOR_IT });
    const missing = [...catastrophes].filter((code) => covers.every((cover) => cover.code !== code));
    const titles = missing.flatMap((code) => tariff?.covers.get(code) ?? []);
    return { covers, notCovered: titles.map(({ title, titleEn }) => (data.language === 'en' ? (titleEn ?? title) : title)) };
  }

  private isOfCompany({ line, questionnaire, clientAfm }: ApplicationRecord): boolean {
    const persons = this.lines.of<LineCode>(line).personsOf(questionnaire);
    return persons.some(({ afm, personType }) => afm === clientAfm && !isIndividualType(personType, this.lists));
  }
}

const FILE_NAMES: Readonly<Record<CertificateKind, string>> = { COVER: 'cover', NATURAL_CATASTROPHE: 'natural-catastrophe' };

const NOT_FOR_IT = {
  el: 'Η βεβαίωση φυσικών καταστροφών εκδίδεται για ασφαλιστήρια πυρός επιχειρήσεων με τέτοια κάλυψη.',
  en: 'The natural catastrophe certificate is issued for fire policies of companies with such cover.',
};
