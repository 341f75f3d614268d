import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatEuro } from '../../../common/formats.js';
import type { Language, Text } from '../../../common/language.js';
import { sum, toAmount, toDecimal, toNumber, type Amount } from '../../../common/money.js';
import { isMissing } from '../../../common/validation/checks.js';
import {
  SuspenseUseService,
  toTolerance,
  type SuspensePart,
  type SuspenseUse,
} from '../../../record/contract/payments/suspense-use.service.js';
import { getStatusTitle } from '../../../record/core/applications/status.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import { AuditService } from '../../access/audit/audit.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toBooker } from './staff-payment.service.js';
import type {
  SuspenseItemResponse,
  SuspensePartRequest,
  SuspensePreviewResponse,
  SuspenseResolutionRequest,
  SuspenseUseResponse,
} from './suspense.dto.js';
import { SuspenseSearchRepository } from './suspense-search.repository.js';

const ANY_DIFFERENCE: Amount = '999999999999.99';
const USES = { APPLICATION: 'PAID', AGENT: 'SETTLED', CREDIT: 'CREDIT', REFUND: 'OWED' } as const;

interface SuspenseInput extends SuspenseResolutionRequest {
  readonly id: number;
}

@Injectable()
export class StaffSuspenseService {
  constructor(
    private readonly uses: SuspenseUseService,
    private readonly search: SuspenseSearchRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly store: Store,
    private readonly actions: PendingActionService,
  ) {
    actions.register<SuspenseInput>('SUSPENSE', {
      roles: ['issuing'],
      run: async (staff, { id, ...resolution }) => {
        await this.use(staff, id, resolution, ANY_DIFFERENCE);
        return { suspenseId: id };
      },
    });
  }

  /** Only a second person writes off a difference above the tolerance (money.105). */
  async resolve(
    staff: StaffCaller,
    id: number,
    resolution: SuspenseResolutionRequest,
  ): Promise<SuspenseItemResponse | PendingActionResponse> {
    try {
      await this.use(staff, id, resolution);
    } catch (error) {
      const isDifference = error instanceof DomainError && error.code === ErrorCode.WRONG_AMOUNT;
      if (resolution.writeOff !== true || !isDifference) throw error;
      return this.propose(staff, id, resolution);
    }
    return this.search.get(staff, id);
  }

  async preview(staff: StaffCaller, id: number, resolution: SuspenseResolutionRequest): Promise<SuspensePreviewResponse> {
    const tolerance = resolution.writeOff === true ? ANY_DIFFERENCE : undefined;
    const { uses, rest } = await this.store.runAndRollBack((unitOfWork) => this.use({ ...staff, unitOfWork }, id, resolution, tolerance));
    const shown = uses.map((use) => toUse(use, staff.language));
    return { ...shown[0]!, uses: shown, rest: toNumber(rest) };
  }

  private async propose(staff: StaffCaller, id: number, resolution: SuspenseResolutionRequest): Promise<PendingActionResponse> {
    const { amount } = await this.search.get(staff, id);
    const text = formatEuro(amount.toFixed(2));
    const summary = {
      el: `Χρήση ποσού ${text.el} σε εκκρεμότητα (${id}) με διαγραφή της διαφοράς από την οφειλή.`,
      en: `Use of ${text.en} in suspense (${id}); the difference from what is due is written off.`,
    };
    const about = { amount: amount.toFixed(2), applicationId: resolution.applicationId ?? null, agentCode: null };
    return this.actions.create(staff, { kind: 'SUSPENSE', request: { id, ...resolution }, summary, why: ABOVE_TOLERANCE, ...about });
  }

  private async use(
    staff: StaffCaller,
    id: number,
    resolution: SuspenseResolutionRequest,
    given?: Amount,
  ): Promise<{ readonly uses: readonly SuspenseUse[]; readonly rest: Amount }> {
    const tolerance = given ?? toTolerance(await this.settings.get(staff));
    const booker = toBooker(this.audit, staff, 'resolve', 'suspense', id);
    const ids = [...new Set([id, ...(resolution.withItems ?? [])])];
    let total = '0.00';
    const uses = await this.uses
      .useItems(booker, ids, (money) => {
        total = money;
        return toParts(resolution, money, tolerance);
      })
      .catch((error: unknown) => {
        throw error instanceof DomainError && error.code === ErrorCode.CHARGE_REFUSED ? buildInvalidField('agentCode', NO_AGENT) : error;
      });
    return { uses, rest: toAmount(toDecimal(total).minus(sum(uses.map(({ part }) => part.amount)))) };
  }
}

function toParts(resolution: SuspenseResolutionRequest, total: Amount, tolerance: Amount): SuspensePart[] {
  const { parts } = resolution;
  if (isMissing(parts)) return [toPart(resolution, '', resolution.amount?.toFixed(2) ?? total, tolerance)];
  if (listTargets(resolution).length > 0) throw buildInvalidField('parts', PARTS_ALONE);
  return parts.map((part, index) => {
    const path = `parts[${index}].`;
    if (isMissing(part.amount)) throw buildInvalidField(`${path}amount`, NO_AMOUNT, ErrorCode.REQUIRED);
    return toPart(part, path, part.amount.toFixed(2), tolerance);
  });
}

function toPart(request: SuspensePartRequest, path: string, amount: Amount, tolerance: Amount): SuspensePart {
  const [target, other] = listTargets(request);
  if (target === undefined) throw buildInvalidField(`${path}applicationId`, NONE_GIVEN, ErrorCode.REQUIRED);
  if (other !== undefined) throw buildInvalidField(`${path}${other}`, BOTH_GIVEN);
  const { applicationId, agentCode, creditOf } = request;
  if (!isMissing(applicationId)) return { kind: 'APPLICATION', applicationId, instalmentNo: null, amount, tolerance };
  if (!isMissing(creditOf)) return { kind: 'CREDIT', applicationId: creditOf, amount };
  return isMissing(agentCode) ? { kind: 'REFUND', amount } : { kind: 'AGENT', agentCode, amount };
}

function listTargets({ applicationId, agentCode, creditOf, refund }: SuspensePartRequest): string[] {
  const given = {
    applicationId: !isMissing(applicationId),
    agentCode: !isMissing(agentCode),
    creditOf: !isMissing(creditOf),
    refund: refund === true,
  };
  return Object.entries(given).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
}

function toUse({ part, paid, account, owedTo }: SuspenseUse, language: Language): SuspenseUseResponse {
  const to = account && { iban: account.shown, holder: account.holder };
  const base = {
    use: USES[part.kind],
    amount: toNumber(part.amount),
    agentCode: part.kind === 'AGENT' ? part.agentCode : null,
    account: to,
  };
  if (paid === null) return { ...base, applicationId: owedTo, application: null };
  const { id, line, applicationNo, policyNo, clientName, status, lastReceipt } = paid;
  const statusTitle = getStatusTitle(status, line)[language];
  const instalmentNo = part.kind === 'APPLICATION' ? (lastReceipt?.instalmentNo ?? null) : null;
  return { ...base, applicationId: id, application: { applicationNo, policyNo, clientName, status, statusTitle, instalmentNo } };
}

const NONE_GIVEN: Text = {
  el: 'Δώστε applicationId (εξόφληση αίτησης), agentCode (λογαριασμός συνεργάτη), creditOf (πίστωση πελάτη) ή refund: true (επιστροφή).',
  en: 'Give applicationId (the application that is paid), agentCode (an agent’s account), creditOf (credit of a customer) or refund: true.',
};
const BOTH_GIVEN: Text = { el: 'Μία μόνο χρήση για κάθε ποσό.', en: 'An amount has one use only.' };
const PARTS_ALONE: Text = { el: 'Δώστε parts ή μία χρήση, όχι και τα δύο.', en: 'Give parts or a single use, not both.' };
const NO_AMOUNT: Text = { el: 'Κάθε μέρος έχει ποσό.', en: 'Each part has an amount.' };
const NO_AGENT: Text = { el: 'Δεν υπάρχει συνεργάτης με αυτόν τον κωδικό.', en: 'There is no agent with this code.' };
const ABOVE_TOLERANCE: Text = {
  el: 'Η διαφορά από την οφειλή υπερβαίνει το όριο διαγραφής (toleranceCents).',
  en: 'The difference from what is due is above the tolerance (toleranceCents).',
};
