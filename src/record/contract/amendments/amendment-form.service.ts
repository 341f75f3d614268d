import { Injectable } from '@nestjs/common';
import { addDays, parseInstant, parseLocalDate, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { Bundle, Tariff } from '../../../pricing/tariff.js';
import { KIND_TITLES, SUSPENSION_KINDS, type AmendmentKind } from '../../core/amendments/amendment.js';
import { applyInstructions } from '../../core/amendments/instructions.js';
import { SegmentRepository, type ContractSegment } from '../../core/amendments/segment.repository.js';
import type { ActorRole } from '../../core/applications/state-table.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { CHANGE_KINDS } from '../../core/lines/change.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import { formatItem } from '../../reference/tariffs/tariff-titles.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import type { KnownDay } from '../issue/contract-terms.service.js';
import { AmendmentChanges } from './amendment-changes.service.js';
import type {
  AmendmentBundleResponse,
  AmendmentComparisonQuery,
  AmendmentComparisonResponse,
  AmendmentFormQuery,
  AmendmentFormResponse,
  AmendmentKindResponse,
} from './amendment-form.dto.js';
import type { ContractDayQuery } from './amendment.dto.js';
import { toAmounts, toFields } from './amendment.mapper.js';
import { pickGross } from './amendment-calculator.service.js';
import { AmendmentReader, assertAmendable, type AmendmentDesk } from './amendment-reader.service.js';
import { getEarliestDate, KIND_TERMS, later } from './amendment-terms.js';
import { getSegmentOn, type RunningContract } from './running-contract.service.js';

@Injectable()
export class AmendmentForms {
  constructor(
    private readonly reader: AmendmentReader,
    private readonly segments: SegmentRepository,
    private readonly lines: LineRegistry,
    private readonly tariffs: TariffService,
    private readonly changes: AmendmentChanges,
  ) {}

  /** @throws DomainError APPLICATION_NOT_FOUND, CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS */
  async get(desk: AmendmentDesk, { on, amendment: no }: AmendmentFormQuery, language: Language): Promise<AmendmentFormResponse> {
    const policy = await desk.open(desk.actor);
    const by = await this.reader.toActor(desk, policy);
    assertAmendable(policy, by);
    const [contract, view] = await Promise.all([this.reader.load(by, policy), no === undefined ? null : this.reader.get(desk, String(no))]);
    const today = toLocalDate(by.at);
    const day = (on === undefined ? view?.amendment.effectiveDate : parseLocalDate(on)) ?? today;
    const { questionnaire } = getSegmentOn(contract.segments, day);
    const tariff = this.tariffs.get(by.environment, contract.original.price);
    return {
      policyNo: policy.policyNo ?? policy.applicationNo,
      line: policy.line,
      on: day,
      kinds: this.listKinds(contract, by.role, { today, language, tariff }),
      bundles: [...tariff.bundles.values()].filter(({ active }) => active).map((bundle) => toBundle(bundle, tariff, language)),
      discounts: [...tariff.discounts.values()].map((item) => ({ code: item.code, title: formatItem('discounts', item)[language] })),
      questionnaire: { ...questionnaire },
      amended: view && { ...applyInstructions(questionnaire, view.amendment.instructions) },
    };
  }

  /** @throws DomainError BAD_QUERY for a day or an instant without the policy */
  async getOn<C extends LineCode>(
    where: OperationContext,
    policy: ApplicationRecord<C>,
    { on, asOf }: ContractDayQuery,
  ): Promise<ApplicationRecord<C>> {
    const { price, enfiaEligible, questionnaire } = await this.getSegment(where, policy.id, readKnownDay({ on, asOf }, where));
    return { ...policy, price, enfiaEligible, questionnaire: questionnaire as Questionnaires[C] };
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, BAD_QUERY for a day without cover */
  async compare(desk: AmendmentDesk, { from, to }: AmendmentComparisonQuery, language: Language): Promise<AmendmentComparisonResponse> {
    const policy = await desk.open(desk.actor);
    const by = await this.reader.toActor(desk, policy);
    const find = (path: string, day: string): Promise<ContractSegment> =>
      this.getSegment(by, policy.id, { on: parseLocalDate(day) ?? day, known: by.at }, path);
    const [before, after] = await Promise.all([find('from', from), find('to', to)]);
    const questionnaires = { before: before.questionnaire, after: after.questionnaire };
    const changes = this.changes.list(by.environment, { line: policy.line, price: after.price, ...questionnaires });
    return {
      changes: toFields(changes, language),
      before: toAmounts(pickGross(before.price)),
      after: toAmounts(pickGross(after.price)),
    };
  }

  /** `path` is the parameter of the call. @throws DomainError BAD_QUERY for a day without a segment */
  async getSegment(where: OperationContext, id: number, { on, known }: KnownDay, path = 'on'): Promise<ContractSegment> {
    const segment = await this.segments.findAsOf(where, id, on, known);
    if (!segment) throw buildNotCovered(path);
    return segment;
  }

  private listKinds(contract: RunningContract, role: ActorRole, { today, language, tariff }: Reading): AmendmentKindResponse[] {
    const { policy } = contract;
    const line = this.lines.of<LineCode>(policy.line);
    const toKind = (kind: AmendmentKind, fields: string[]): AmendmentKindResponse => ({
      kind,
      title: KIND_TITLES[kind][language],
      from: getEarliestDate(kind, { policy, role, today }),
      to: kind === 'CORRECTION' ? policy.startDate : addDays(policy.endDate, -1),
      fields,
    });
    const changes = CHANGE_KINDS.map((kind) => toKind(kind, line.listChangeableFields(kind))).filter(({ fields }) => fields.length > 0);
    const minDays = line.suspension?.getMinDays(tariff) ?? null;
    const suspensions = minDays === null ? [] : SUSPENSION_KINDS.map((kind) => limitToSuspension(toKind(kind, []), contract, minDays));
    return [...changes, ...suspensions.flatMap((kind) => kind ?? [])].filter(({ kind }) =>
      KIND_TERMS[kind as AmendmentKind].by.includes(role),
    );
  }
}

/** Null when a suspension is not possible now (amendments.15). */
function limitToSuspension(row: AmendmentKindResponse, { policy, issued }: RunningContract, minDays: number): AmendmentKindResponse | null {
  const previous = issued.find(({ kind }) => kind === 'SUSPENSION');
  if (row.kind === 'SUSPENSION') return previous ? null : { ...row, to: addDays(policy.endDate, -minDays) };
  if (!previous || issued.some(({ kind }) => kind === 'REACTIVATION')) return null;
  return { ...row, from: later(row.from, addDays(previous.effectiveDate, minDays)) };
}

/** Today, and as known now, when the call names none. */
export function readKnownDay({ on, asOf }: ContractDayQuery, { at }: OperationContext): KnownDay {
  const known = (asOf === undefined ? null : parseInstant(asOf)) ?? at;
  return { on: (on === undefined ? null : parseLocalDate(on)) ?? toLocalDate(at), known };
}

export function buildNotCovered(path: string): DomainError {
  return DomainError.ofViolations([{ path, code: ErrorCode.BAD_QUERY, text: NOT_COVERED }]);
}

interface Reading {
  readonly today: LocalDate;
  readonly language: Language;
  readonly tariff: Tariff;
}

function toBundle(bundle: Bundle, { covers }: Tariff, language: Language): AmendmentBundleResponse {
  const list = (codes: Iterable<string>) =>
    [...codes].flatMap((code) => {
      const cover = covers.get(code);
      return cover ? [{ code, title: formatItem('covers', cover)[language], groups: [...cover.groups] }] : [];
    });
  return {
    code: bundle.code,
    title: formatItem('bundles', bundle)[language],
    uses: [...bundle.offeredFor],
    included: list(bundle.included),
    addable: list(bundle.addable),
    swaps: [...bundle.swappable].map(([out, others]) => ({ out, in: [...others] })),
  };
}

const NOT_COVERED = {
  el: 'Το συμβόλαιο δεν καλύπτει αυτή την ημέρα, ή δεν ήταν γνωστό εκείνη τη στιγμή.',
  en: 'The policy does not cover this day, or was not known at that instant.',
};
