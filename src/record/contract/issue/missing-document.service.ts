import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import {
  SystemCategory,
  buildAmendmentFileName,
  buildCancellationFileName,
  buildGreenCardFileName,
  buildReceiptFileName,
  buildWithdrawalFileName,
} from '../../core/documents/document.js';
import type { RenderRequest } from '../../core/documents/rendering/render-document.js';
import { addPrintTasks, areDocumentsDue } from '../../core/applications/print-task.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { ActReader } from './act-reader.service.js';
import { toAmendmentDocument } from './amendment-document.mapper.js';
import { ApplicationDetailsReader } from './application-details.reader.js';
import { toApplicationDocument } from './application-document.mapper.js';
import { toCancellationDocument } from './cancellation-document.mapper.js';
import { MissingDocumentsRepository, type MissingDocument } from './missing-documents.repository.js';
import type { ContractFacts } from './policy-document.mapper.js';
import { deletePolicyToPrint } from './policy-to-print.js';
import { PolicyPrinter, type DocumentToStore } from './policy-printer.js';
import { toReceiptDocument } from './receipt-document.mapper.js';

@Injectable()
export class MissingDocumentService {
  constructor(
    private readonly missing: MissingDocumentsRepository,
    private readonly receipts: ReceiptRepository,
    private readonly acts: ActReader,
    private readonly details: ApplicationDetailsReader,
    private readonly printer: PolicyPrinter,
    private readonly store: Store,
  ) {}

  async complete(environment: Environment, application: ApplicationRecord): Promise<void> {
    const missing = await this.missing.listMissing(environment, application.id);
    if (missing.length === 0) return;
    const printed = await Promise.all(missing.map(async (one) => [one.key, await this.print(environment, application, one)] as const));
    await this.storeAll(environment, application.id, new Map(printed));
  }

  endTask(environment: Environment, applicationId: number): Promise<void> {
    return this.storeAll(environment, applicationId, new Map());
  }

  private storeAll(environment: Environment, applicationId: number, printed: ReadonlyMap<string, DocumentToStore | null>): Promise<void> {
    return this.store.transaction(environment, async (tx) => {
      const now = await this.missing.lockMissing(tx, applicationId);
      // The application may have been cancelled and its person erased in the meantime.
      if (now === null || !areDocumentsDue(now)) return;
      for (const [key, document] of printed) {
        if (document && now.keys.has(key)) await this.printer.storeOnce(tx, key, document);
      }
      if (printed.get('policy')) await deletePolicyToPrint(tx, applicationId);
      if ([...now.keys].some((key) => !printed.get(key))) await addPrintTasks(tx, [applicationId]);
    });
  }

  private async print(environment: Environment, application: ApplicationRecord, missing: MissingDocument): Promise<DocumentToStore | null> {
    const { kind, receiptNo, amendmentNo, letterId, edition, at } = missing;
    const { id, agentCode, applicationNo } = application;
    const policyNo = application.policyNo ?? applicationNo;
    const printAs = async (categoryId: number, fileName: string, toRequest: (facts: ContractFacts) => RenderRequest, of = application) => {
      const printed = await this.printer.print(environment, of, at, toRequest);
      return { ...printed, applicationId: id, createdBy: 'system', createdAt: at, categoryId, fileName };
    };
    if (kind === 'policy') {
      const policy = await this.missing.findPolicy(environment, id);
      if (!policy) return null;
      const { greek, ...document } = policy;
      const content = await this.printer.render(environment, application, greek);
      return { ...document, content, applicationId: id, categoryId: SystemCategory.POLICY };
    }
    if (kind === 'application') {
      const original = await this.details.getOriginal(environment, application);
      const details = await this.details.read(environment, original, missing);
      const toRequest = (facts: ContractFacts) => ({ kind, data: toApplicationDocument(facts, details) });
      return printAs(SystemCategory.APPLICATION, `${applicationNo}.pdf`, toRequest, original);
    }
    if (kind === 'receipt' && receiptNo !== null) {
      const receipt = await this.receipts.findReceipt(environment, id, receiptNo, [agentCode]);
      if (!receipt) return null;
      const amendment = await this.acts.findAmendmentOf(environment, application, receipt);
      return printAs(SystemCategory.RECEIPT, buildReceiptFileName(policyNo, receipt, edition?.no), (facts) => {
        return { kind, data: toReceiptDocument(facts, receipt, edition, amendment) };
      });
    }
    if (kind === 'greenCard' && application.line === 'motor') {
      const content = await this.printer.printGreenCard(environment, application, at);
      const fileName = buildGreenCardFileName(policyNo);
      return { content, applicationId: id, createdBy: 'system', createdAt: at, categoryId: SystemCategory.GREEN_CARD, fileName };
    }
    if (letterId !== null) {
      const printed = await this.printer.printLetter(environment, application, letterId);
      const fileName = buildWithdrawalFileName(policyNo);
      return (
        printed && { ...printed, applicationId: id, createdBy: 'system', createdAt: at, categoryId: SystemCategory.WITHDRAWAL, fileName }
      );
    }
    if (amendmentNo !== null) {
      const isReversal = kind === 'reversal';
      const act = await this.acts.findAmendment(environment, application, { amendmentNo, isReversal });
      if (!act) return null;
      return printAs(SystemCategory.AMENDMENT, buildAmendmentFileName(policyNo, amendmentNo, isReversal), (facts) => {
        return { kind: 'amendment', data: toAmendmentDocument(facts, act) };
      });
    }
    const act = kind === 'cancellation' ? await this.acts.findCancellation(environment, application) : null;
    if (!act) return null;
    return printAs(SystemCategory.CANCELLATION, buildCancellationFileName(policyNo), (facts) => {
      return { kind: 'cancellation', data: toCancellationDocument(facts, act.cancellation, act.receipts) };
    });
  }
}
