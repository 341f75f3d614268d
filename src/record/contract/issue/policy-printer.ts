import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import type { Environment } from '../../../common/environment.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../common/language.js';
import { getEnvironment, type Writer } from '../../../common/unit-of-work.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { NewDocument, OwnedDocument, Printed } from '../../core/documents/document.js';
import { reviveDates } from '../../core/documents/document.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import type { PrintedPeriod } from '../../core/documents/rendering/documents.types.js';
import type { RenderRequest } from '../../core/documents/rendering/render-document.js';
import { LetterPrinter } from '../../core/letters/letter-printer.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import type { PaymentCode } from '../../money/ledger/payment-code.service.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { ContractFactsReader } from './contract-facts.reader.js';
import { toKnownDay } from './contract-terms.service.js';
import { toGreenCardDocument } from './green-card.mapper.js';
import type { PolicyToPrint } from './policy-to-print.js';
import { toPrintedHead, type ContractFacts } from './policy-document.mapper.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';

export type DocumentToStore = Omit<NewDocument, 'mimeType' | 'comments' | 'isSystem' | 'scan' | 'sha256'>;

/** Print before locking a row, because printing takes time. */
@Injectable()
export class PolicyPrinter {
  constructor(
    private readonly renderer: PdfRenderer,
    private readonly settings: SettingsService,
    private readonly contracts: ContractFactsReader,
    private readonly documents: DocumentRepository,
    private readonly lists: ReferenceLists,
    private readonly letters: LetterPrinter,
  ) {}

  async print(
    where: Environment | Writer,
    application: ApplicationRecord,
    issuedAt: Date,
    toRequest: (facts: ContractFacts) => RenderRequest,
  ): Promise<Printed> {
    const { greek, english } = await this.describe(where, application, issuedAt, toRequest);
    return { content: await this.render(where, application, greek), english };
  }

  async describe(
    where: Environment | Writer,
    application: ApplicationRecord,
    issuedAt: Date,
    toRequest: (facts: ContractFacts) => RenderRequest,
  ): Promise<Pick<PolicyToPrint, 'greek' | 'english'>> {
    const facts = await this.contracts.readContract(where, application, issuedAt, toKnownDay(issuedAt));
    return { greek: toRequest(facts), english: toRequest(this.contracts.translate(facts, 'en')) };
  }

  render(where: Environment | Writer, application: ApplicationRecord, request: RenderRequest): Promise<Buffer> {
    return this.renderer.render(holderFor(getEnvironment(where), application), reviveDates(request));
  }

  printLetter(environment: Environment, application: ApplicationRecord, letterId: number): Promise<Printed | null> {
    return this.letters.printStored(holderFor(environment, application), environment, application, letterId);
  }

  async printGreenCard(environment: Environment, application: ApplicationRecord<'motor'>, issuedAt: Date): Promise<Buffer> {
    const [facts, { greenCardInsurerCode }, { vehicle, since }] = await Promise.all([
      this.contracts.read(environment, application, issuedAt, DEFAULT_LANGUAGE),
      this.settings.get(environment),
      this.documents.findCardVehicle(environment, application.id),
    ]);
    const paid = getPaidPeriod(application, toLocalDate(issuedAt));
    // The card of another vehicle is not valid before the vehicle is insured.
    const period = vehicle !== '' && since !== null && since > paid.start ? { ...paid, start: since } : paid;
    const data = toGreenCardDocument(facts, { ...application, period, insurerCode: greenCardInsurerCode }, this.lists);
    return this.renderer.render(holderFor(environment, application), { kind: 'greenCard', data });
  }

  async printPaymentNotification(
    environment: Environment,
    application: ApplicationRecord,
    payment: PaymentCode,
    issuedAt: Date,
    language: Language,
  ): Promise<Buffer> {
    const facts = await this.contracts.read(environment, application, issuedAt, language);
    const { contract } = facts;
    const instalment = application.price?.instalments.find(({ no }) => no === payment.instalmentNo);
    const data = {
      ...toPrintedHead(facts),
      paymentCode: payment.code,
      amount: payment.amount,
      dueDate: payment.dueDate,
      payer: contract.client,
      applicationNo: application.applicationNo,
      policyNo: application.policyNo,
      line: contract.line,
      period: instalment ? { start: instalment.from, end: instalment.to } : null,
    };
    return this.renderer.render(holderFor(environment, application), { kind: 'paymentNotification', data });
  }

  store(tx: Transaction, printed: DocumentToStore): Promise<OwnedDocument> {
    return this.documents.insertDocument(tx, toDocument(printed));
  }

  storeOnce(tx: Transaction, key: string, printed: DocumentToStore): Promise<OwnedDocument | null> {
    return this.documents.insertSystemDocument(tx, key, toDocument(printed));
  }
}

function toDocument(printed: DocumentToStore): NewDocument {
  return { ...printed, mimeType: 'application/pdf', comments: null, isSystem: true };
}

function holderFor(environment: Environment, { agentCode }: ApplicationRecord): Holder<Environment> {
  return { lane: environment, owner: agentCode };
}

/** An instalment that is paid in advance continues the cover of the day. */
function getPaidPeriod({ lastReceipt, startDate, endDate }: ApplicationRecord, today: LocalDate): PrintedPeriod {
  if (!lastReceipt) return { start: startDate, end: endDate };
  const { instalmentNo, periodFrom, periodTo, gapFrom = null } = lastReceipt;
  const isInAdvance = instalmentNo > 1 && gapFrom === null && periodFrom > today;
  return { start: isInAdvance ? today : periodFrom, end: periodTo };
}
