import { Injectable } from '@nestjs/common';
import { addDays, getEndOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { assertSells } from '../../money/agents/new-business.js';
import { ClosedAgents } from '../../../store/closed-agents.js';
import { PaymentCodeService } from '../../money/ledger/payment-code.service.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { LetterService } from '../../core/letters/letter.service.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { ApplicationFields, ApplicationRecord } from '../../core/applications/application.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import { buildPolicyNumber, type Decision } from '../../core/applications/application.service.js';

/** Payment is possible until the end of the start date at the latest (applications.8). */
@Injectable()
export class PrepayService {
  constructor(
    private readonly settings: SettingsService,
    private readonly paymentCodes: PaymentCodeService,
    private readonly plates: PolicyPlateRepository,
    private readonly closedAgents: ClosedAgents,
    private readonly letters: LetterService,
  ) {}

  /** Leaves out the letter that asks for the payment where another letter does. */
  async decide<C extends LineCode>(
    context: OperationContext,
    application: ApplicationRecord<C>,
    { isLetterWritten = true }: { readonly isLetterWritten?: boolean } = {},
  ): Promise<Decision<C>> {
    const { environment, at } = context;
    assertSells(this.closedAgents, { environment, at, agentCode: application.agentCode, isRenewal: application.renewalOf !== null });
    const first = application.price?.instalments[0];
    if (!first) throw new Error(`Application ${application.id} has no price for prepay.`);
    const { prepayCancelDays, creditorCode } = await this.settings.get(context);
    const lastDay = getLastDay(application, toLocalDate(at), prepayCancelDays);
    const payment = { applicationId: application.id, instalmentNo: first.no, amount: first.gross, dueDate: lastDay };
    const code = this.paymentCodes.build({ creditorCode, ...payment });
    const policyNo = application.policyNo ?? buildPolicyNumber(application.applicationNo, at);
    return {
      change: { policyNo, payBy: getEndOfDay(lastDay), paymentCode: code.code },
      within: async (tx, save) => {
        await this.plates.assertFree(tx, application);
        const { startDate, endDate } = application;
        const facts = { amount: first.gross, dueDate: lastDay, paymentCode: code.code, startDate, endDate };
        await Promise.all([
          save(),
          this.paymentCodes.insert(tx, code, at),
          isLetterWritten && this.letters.write(tx, context, { ...application, policyNo }, { kind: 'PAYMENT_REQUEST', facts }),
        ]);
      },
    };
  }
}

/** A renewal can be paid until the policy before it ends (applications.29). */
function getLastDay(
  { startDate, renewalOf }: Pick<ApplicationFields, 'startDate' | 'renewalOf'>,
  today: LocalDate,
  prepayCancelDays: number,
): LocalDate {
  if (renewalOf !== null && today < startDate) return addDays(startDate, -1);
  const lastDay = addDays(today, prepayCancelDays);
  return lastDay < startDate ? lastDay : startDate;
}
