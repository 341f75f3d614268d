import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { Agents } from '../agents/agents.js';
import type { ApplicationRecord } from '../applications/application.js';
import { approvalFor } from '../applications/approval.js';
import { LineCalculators } from '../applications/line-calculators.js';
import { PdfRenderer } from '../documents/rendering/pdf-renderer.js';
import type { NewReceipt } from '../ledger/receipt.js';
import type { PaymentCode } from '../ledger/payment-codes.js';
import { Settings } from '../settings/settings.js';
import { Tariffs } from '../tariffs/tariffs.js';
import { contractOf } from './contract.js';
import { toInsurerDetails, toPolicyDocument } from './policy-document.mapper.js';

const BRANCHES = { fire: 'FIRE', motor: 'MOTOR' } as const;

/** Makes the documents of a contract; rendering happens in threads of their own, so print before a row is locked. */
@Injectable()
export class PolicyPrinter {
  constructor(
    private readonly renderer: PdfRenderer,
    private readonly settings: Settings,
    private readonly agents: Agents,
    private readonly tariffs: Tariffs,
    private readonly calculators: LineCalculators,
  ) {}

  async printPolicy(
    environment: Environment,
    application: ApplicationRecord,
    receipts: readonly NewReceipt[],
    issuedAt: Date,
  ): Promise<Buffer> {
    const [{ insurer }, agent] = await Promise.all([this.settings.get(environment), this.agents.find(environment, application.agentCode)]);
    const { tariffCode, tariffVersion } = application.price ?? {};
    const tariff = this.tariffs
      .all(environment, BRANCHES[application.line])
      .find(({ code, version }) => code === tariffCode && version === tariffVersion);
    const contract = contractOf(application, tariff);
    const terms = approvalFor(application.approval, () => this.calculators.riskHash(application))?.terms ?? null;
    const isSandbox = environment === 'sandbox';
    return this.renderer.renderPolicy(
      toPolicyDocument({ application, contract, receipts, insurer, agent, tariff, terms, issuedAt, isSandbox }),
    );
  }

  async printPaymentNotification(
    environment: Environment,
    application: ApplicationRecord,
    payment: PaymentCode,
    issuedAt: Date,
  ): Promise<Buffer> {
    const [{ insurer }, agent] = await Promise.all([this.settings.get(environment), this.agents.find(environment, application.agentCode)]);
    const contract = contractOf(application);
    const instalment = application.price?.instalments.find(({ no }) => no === payment.instalmentNo);
    return this.renderer.renderPaymentNotification({
      insurer: toInsurerDetails(insurer),
      issuedAt,
      currency: 'EUR',
      sandbox: environment === 'sandbox',
      paymentCode: payment.code,
      amount: payment.amount,
      dueDate: payment.dueDate,
      payer: contract.client,
      applicationNo: application.applicationNo,
      policyNo: application.policyNo,
      line: contract.line,
      agent: { code: application.agentCode, name: agent?.name ?? '' },
      period: instalment ? { start: instalment.from, end: instalment.to } : null,
    });
  }
}
