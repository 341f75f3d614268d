import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { sum } from '../../../common/money.js';
import type { Amendment } from '../../core/amendments/amendment.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { Receipt } from '../../core/applications/receipt.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { CancellationRepository, type CancellationRecord } from '../cancellation/cancellation.repository.js';
import type { AmendmentAct } from './amendment-document.mapper.js';
import type { OfAmendment } from './receipt-document.mapper.js';

@Injectable()
export class ActReader {
  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly cancellations: CancellationRepository,
    private readonly amendments: AmendmentRepository,
    private readonly lines: LineRegistry,
  ) {}

  async findCancellation(
    environment: Environment,
    { id, agentCode }: ApplicationRecord,
  ): Promise<{ readonly cancellation: CancellationRecord; readonly receipts: readonly Receipt[] } | null> {
    const cancellation = await this.cancellations.find(environment, id);
    return cancellation && { cancellation, receipts: (await this.receipts.findReceipts(environment, id, [agentCode])) ?? [] };
  }

  async findAmendment(
    environment: Environment,
    application: ApplicationRecord,
    { amendmentNo, isReversal }: { readonly amendmentNo: number; readonly isReversal: boolean },
  ): Promise<AmendmentAct | null> {
    const amendment = await this.amendments.find(environment, application.id, amendmentNo);
    if (!amendment) return null;
    const { id, agentCode, line, questionnaire } = application;
    const [all, steps] = await Promise.all([
      this.receipts.findReceipts(environment, id, [agentCode]),
      isReversal ? this.amendments.listTransitions(environment, amendment.id) : [],
    ]);
    const own = (all ?? []).filter(({ amendmentId }) => amendmentId === amendment.id);
    const endorsements = await Promise.all(
      listEndorsements(amendment, own, isReversal).map(({ receiptNo }) =>
        this.receipts.findReceipt(environment, id, receiptNo, [agentCode]),
      ),
    );
    return {
      amendment,
      isReversal,
      endorsements: endorsements.filter((receipt) => receipt != null),
      pending: own.filter(({ kind, status }) => kind !== 'ENDORSEMENT' && status !== 'CANCELLED'),
      reason: steps.findLast(({ action }) => action === 'reverse')?.reason ?? amendment.reason,
      hasCreditor: this.lines.of<LineCode>(line).creditorsOf(questionnaire).length > 0,
    };
  }

  async findAmendmentOf(environment: Environment, { id, agentCode }: ApplicationRecord, receipt: Receipt): Promise<OfAmendment | null> {
    if (receipt.kind !== 'ENDORSEMENT') return null;
    const [amendments, all] = await Promise.all([
      this.amendments.list(environment, id),
      this.receipts.findReceipts(environment, id, [agentCode]),
    ]);
    const amendment = amendments.find((each) => each.id === receipt.amendmentId);
    if (!amendment) return null;
    const acts = [false, true].map((isReversal) => listEndorsements(amendment, all ?? [], isReversal));
    const together = acts.find((receipts) => receipts.some(({ receiptNo }) => receiptNo === receipt.receiptNo)) ?? [];
    return { amendmentNo: amendment.amendmentNo, isOffset: sum(together.map(({ gross }) => gross)).gte(0) };
  }
}

function listEndorsements({ id, outcome }: Amendment, receipts: readonly Receipt[], isReversal: boolean): readonly Receipt[] {
  const ofIssue = (outcome?.receipts ?? []).filter(({ kind }) => kind === 'ENDORSEMENT').length;
  const written = receipts
    .filter(({ kind, amendmentId }) => kind === 'ENDORSEMENT' && amendmentId === id)
    .sort((one, other) => one.receiptNo - other.receiptNo);
  return isReversal ? written.slice(ofIssue) : written.slice(0, ofIssue);
}
