import { Injectable } from '@nestjs/common';
import { addDays } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { AmendmentKind, RequestedAmendment } from '../../core/amendments/amendment.js';
import type { Actor } from '../../core/applications/application.js';
import { CHANGES, type ChangeKind } from '../../core/lines/change.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import type { TermsContext } from './amendment-terms.js';
import type { RunningContract } from './running-contract.service.js';

type Questionnaire = Questionnaires[LineCode];

interface AmendedRequest {
  readonly request: RequestedAmendment;
  readonly changes: unknown;
  readonly before: Questionnaire;
  readonly paths: TermsContext['paths'];
}

@Injectable()
export class AmendedQuestionnaireReader {
  constructor(
    private readonly lines: LineRegistry,
    private readonly tariffs: TariffService,
  ) {}

  /** @throws DomainError with all violations of `changes`, or of a suspension */
  async read(contract: RunningContract, by: Actor, amended: AmendedRequest): Promise<Questionnaire> {
    const { request, changes, before } = amended;
    const { policy, original } = contract;
    const line = this.lines.of<LineCode>(policy.line);
    if (!isChangeKind(request.kind)) return this.suspend(contract, by, amended);
    const context = { environment: by.environment, at: by.at, agentCode: policy.agentCode, tariff: original.price };
    const after = await line.reader.readChange(context, changes, before);
    assertNoViolations(line.findForbiddenChanges(before, after, request.kind));
    return after;
  }

  private suspend(contract: RunningContract, { environment }: Actor, { request, changes, before, paths }: AmendedRequest): Questionnaire {
    const { suspension } = this.lines.of<LineCode>(contract.policy.line);
    const minDays = suspension?.getMinDays(this.tariffs.get(environment, contract.original.price)) ?? null;
    if (!suspension || minDays === null) throw DomainError.ofViolations([{ path: 'kind', code: ErrorCode.INVALID, text: NOT_OFFERED }]);
    const hasChanges = Object.keys(changes as object).length > 0;
    assertNoViolations([
      ...(hasChanges ? [{ path: CHANGES, code: ErrorCode.INVALID, text: HAS_NO_CHANGES }] : []),
      ...findSuspensionViolations(contract, request, { minDays, path: paths.effectiveDate }),
    ]);
    return suspension.apply(before, request.kind === 'SUSPENSION');
  }
}

function isChangeKind(kind: AmendmentKind): kind is ChangeKind {
  return kind !== 'SUSPENSION' && kind !== 'REACTIVATION';
}

/** A policy is suspended once a term, for some days at least. */
function findSuspensionViolations(
  { policy, issued }: RunningContract,
  { kind, effectiveDate }: RequestedAmendment,
  { minDays, path }: { readonly minDays: number; readonly path: string },
): Violation[] {
  const previous = issued.find((each) => each.kind === 'SUSPENSION');
  if (kind === 'SUSPENSION' && previous) return [{ path: 'kind', code: ErrorCode.INVALID, text: ONCE }];
  const last = addDays(policy.endDate, -minDays);
  if (kind === 'SUSPENSION' && effectiveDate > last)
    return [
      {
        path,
        code: ErrorCode.BAD_DATE,
        text: {
          el: `Η αναστολή διαρκεί τουλάχιστον ${minDays} ημέρες: αρχίζει το αργότερο στις ${formatDate(last)}.`,
          en: `A suspension lasts at least ${minDays} days: it begins on ${formatDate(last)} at the latest.`,
        },
      },
    ];
  const first = previous && addDays(previous.effectiveDate, minDays);
  if (kind === 'SUSPENSION' || !first || effectiveDate >= first) return [];
  return [
    {
      path,
      code: ErrorCode.BAD_DATE,
      text: {
        el: `Η αναστολή διαρκεί τουλάχιστον ${minDays} ημέρες: λήγει το νωρίτερο στις ${formatDate(first)}.`,
        en: `A suspension lasts at least ${minDays} days: it ends on ${formatDate(first)} at the earliest.`,
      },
    },
  ];
}

const NOT_OFFERED = {
  el: 'Το τιμολόγιο του συμβολαίου δεν προβλέπει αναστολή.',
  en: 'The tariff of the policy has no suspension.',
};
const HAS_NO_CHANGES = { el: 'Η αναστολή και η λήξη της δεν έχουν αλλαγές.', en: 'A suspension and its end have no changes.' };
const ONCE = { el: 'Το συμβόλαιο αναστέλλεται μία φορά ως τη λήξη του.', en: 'A policy can be suspended once a term.' };
