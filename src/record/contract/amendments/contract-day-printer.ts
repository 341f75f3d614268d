import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { isEffective } from '../../core/amendments/amendment.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { POLICY_STATUSES, Status } from '../../core/applications/status.js';
import { buildConsolidatedFileName } from '../../core/documents/document.js';
import type { ConsolidatedDocument } from '../../core/documents/rendering/documents.types.js';
import type { Tariff } from '../../../pricing/tariff-model.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import { getLineRow } from '../../reference/products/line-table.js';
import { CancellationRepository } from '../cancellation/cancellation.repository.js';
import { ContractFactsReader } from '../issue/contract-facts.reader.js';
import type { KnownDay } from '../issue/contract-terms.service.js';
import { toConsolidatedDocument } from '../issue/policy-document.mapper.js';
import { AmendmentForms, buildNotCovered, readKnownDay } from './amendment-form.service.js';
import { AmendmentReader, type AmendmentDesk } from './amendment-reader.service.js';
import type { ContractDayQuery } from './amendment.dto.js';

export interface PrintedContractDay {
  readonly fileName: string;
  readonly pdf: Buffer;
}

export interface ContractDayFacts {
  readonly policy: ApplicationRecord;
  readonly tariff: Tariff | undefined;
  readonly data: ConsolidatedDocument;
}

@Injectable()
export class ContractDayPrinter {
  constructor(
    private readonly reader: AmendmentReader,
    private readonly forms: AmendmentForms,
    private readonly cancellations: CancellationRepository,
    private readonly contracts: ContractFactsReader,
    private readonly renderer: PdfRenderer,
  ) {}

  async print(
    desk: AmendmentDesk,
    query: ContractDayQuery,
    { language, holder }: { readonly language: Language; readonly holder: Holder<Environment | 'staff'> },
  ): Promise<PrintedContractDay> {
    const { data } = await this.read(desk, query, language);
    const pdf = await this.renderer.render(holder, { kind: 'consolidated', data });
    return { fileName: buildConsolidatedFileName(data.policyNo, data.on), pdf };
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, BAD_QUERY */
  async read(desk: AmendmentDesk, query: ContractDayQuery, language: Language): Promise<ContractDayFacts> {
    const policy = await desk.open(desk.actor);
    if (!POLICY_STATUSES.has(policy.status)) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_ISSUED });
    const by = await this.reader.toActor(desk, policy);
    const day = readKnownDay(query, by);
    const [segment, { amendments, receipts }] = await Promise.all([
      this.forms.getSegment(by, policy.id, day),
      this.reader.load(by, policy),
      this.assertNotEnded(by, policy, day),
    ]);
    const { questionnaire, price, enfiaEligible } = segment;
    const application = { ...policy, questionnaire, price, enfiaEligible } as ApplicationRecord;
    const facts = await this.contracts.readContract(by, application, by.at, day);
    const data = toConsolidatedDocument(this.contracts.translate(facts, language), {
      on: day.on,
      asOf: query.asOf === undefined ? null : toLocalDateTime(day.known).slice(0, 16),
      stretch: { start: segment.from, end: segment.to },
      acts: amendments.filter((amendment) => isEffective(amendment, day)),
      paidUntil: findPaidUntil(policy),
      receipts: query.asOf === undefined ? receipts : [],
    });
    return { policy: application, tariff: facts.tariff, data };
  }

  private async assertNotEnded(where: Writer, { id, status }: ApplicationRecord, { on, known }: KnownDay): Promise<void> {
    if (status !== Status.CANCELLED_MID_TERM) return;
    const cancellation = await this.cancellations.find(where, id);
    if (cancellation && cancellation.cancelledAt <= known && cancellation.coverEnds <= on) throw buildNotCovered('on');
  }
}

function findPaidUntil({ line, lastReceipt, endDate }: ApplicationRecord): string | null {
  if (!getLineRow(line).isSuspendedUnpaid || !lastReceipt) return null;
  return lastReceipt.periodTo < endDate ? lastReceipt.periodTo : null;
}

const NOT_ISSUED = {
  el: 'Η αίτηση δεν έχει εκδοθεί ως συμβόλαιο.',
  en: 'The application has not been issued as a policy.',
};
