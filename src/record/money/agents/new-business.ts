import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { ClosedAgents } from '../../../store/closed-agents.js';

interface Business {
  readonly environment: Environment;
  readonly agentCode: string;
  readonly at: Date;
  readonly isRenewal: boolean;
}

/** @throws DomainError AGENT_CODE_REFUSED (commission.20) */
export function assertSells(closedAgents: ClosedAgents, { environment, agentCode, at, isRenewal }: Business): void {
  const dates = closedAgents.find(environment, agentCode);
  if (dates === null) return;
  const today = toLocalDate(at);
  if (dates.activeFrom !== null && today < dates.activeFrom) throw refuse(buildNotYetText(dates.activeFrom));
  if (dates.activeUntil === null || today < dates.activeUntil) return;
  if (!isRenewal) throw refuse(buildClosedText(dates.activeUntil));
  if (!dates.renewalsAllowed) throw refuse(buildNoRenewalText(dates.activeUntil));
}

function refuse(text: Text): DomainError {
  return new DomainError(ErrorCode.AGENT_CODE_REFUSED, { text });
}

const buildNotYetText = (day: LocalDate): Text => ({
  el: `Ο συνεργάτης αναλαμβάνει νέες εργασίες από τις ${formatDate(day)}.`,
  en: `The agent sells from ${formatDate(day)} on.`,
});
const buildClosedText = (day: LocalDate): Text => ({
  el: `Η συνεργασία έχει διακοπεί από τις ${formatDate(day)}: δεν γίνονται νέες εργασίες. Οι δόσεις των συμβολαίων σε ισχύ πληρώνονται κανονικά.`,
  en: `The agent has been closed since ${formatDate(day)}: no new business. Instalments of its policies can be paid.`,
});
const buildNoRenewalText = (day: LocalDate): Text => ({
  el: `Η συνεργασία έχει διακοπεί από τις ${formatDate(day)}: η ανανέωση χρειάζεται απόφαση της εταιρείας.`,
  en: `The agent has been closed since ${formatDate(day)}: the insurer must decide on the renewal.`,
});
