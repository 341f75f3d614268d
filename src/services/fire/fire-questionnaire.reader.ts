import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import { toAgentContext, type AgentContext, type UserCaller } from '../../common/caller.js';
import { assertNoViolations, DomainError, type Violation } from '../../common/domain-error.js';
import { nextTurn } from '../../common/turns.js';
import { isRecord, OBJECT_CHECK } from '../../common/validation/checks.js';
import { deleteInvalidValues, type Checked } from '../../common/validation/checked.js';
import { assertKnownFields } from '../../common/validation/ignored-fields.js';
import { inspectInput } from '../../common/validation/validate.js';
import { FIRE_BRANCH } from '../../pricing/branch.js';
import { AgentService, type SentCode } from '../../record/money/agents/agent.service.js';
import type { FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import { RiskItemIdRepository } from '../../record/core/applications/risk-item-id.repository.js';
import { CHANGES, toChangeError, type ChangeContext } from '../../record/core/lines/change.js';
import type { QuestionnaireReader } from '../../record/core/lines/line.js';
import { findPersonViolations } from '../../record/core/parties/person-checks.js';
import { toKeptCode, ReferenceLists, listStoredCodes } from '../../record/reference/lists/reference-lists.js';
import { TariffService, type TariffCodes } from '../../record/reference/tariffs/tariff.service.js';
import { FireApplicationFieldsRequest, FireApplicationRequest } from './fire-application.dto.js';
import { listFireViolations } from './fire-consistency.js';
import { readFireInput, toStoredFire } from './fire-input.js';
import { listItemIds, listUnknownItemViolations, assignItemIds } from './fire-item-ids.js';
import { FIRE_PERSON_FIELDS, listFirePersons } from './fire-persons.mapper.js';

const WRAPPER = 'fire_application';
/** Number of objects above which a step takes milliseconds, so that other calls are served in between. */
const MANY_OBJECTS = 10;

interface ReadContext {
  readonly context: AgentContext;
  readonly codes: TariffCodes;
}

@Injectable()
export class FireQuestionnaireReader implements QuestionnaireReader<'fire'> {
  constructor(
    private readonly tariffs: TariffService,
    private readonly agents: AgentService,
    private readonly ids: RiskItemIdRepository,
    private readonly lists: ReferenceLists,
  ) {}

  /** Replaces sent ids of items, which belong to another application. */
  async readNew(caller: UserCaller, body: unknown): Promise<FireQuestionnaire> {
    const { draft, violations } = await this.inspect(body);
    const questionnaire = await this.complete({ ...this.getContext(caller), violations }, draft);
    return assignItemIds(questionnaire, (count) => this.ids.claimIds(caller.environment, count));
  }

  /** Absent fields keep the stored values; items match by their ids (input.6). */
  readUpdate(caller: UserCaller, body: unknown, stored: FireQuestionnaire): Promise<FireQuestionnaire> {
    return this.readStored(this.getContext(caller), body, stored);
  }

  /** Client and insured can be absent, unlike in an update. */
  async readChange({ tariff, ...context }: ChangeContext, changes: unknown, stored: FireQuestionnaire): Promise<FireQuestionnaire> {
    if (!isRecord(changes)) throw DomainError.ofViolations([{ path: CHANGES, code: OBJECT_CHECK.code, text: OBJECT_CHECK.text }]);
    assertKnownFields(FireApplicationFieldsRequest, changes, { place: CHANGES, mayEcho: true });
    const { client, insured } = stored;
    const body = { [WRAPPER]: { client, insured, ...changes } };
    try {
      return await this.readStored({ context, codes: this.tariffs.get(context.environment, tariff) }, body, stored);
    } catch (error) {
      throw toChangeError(error, WRAPPER);
    }
  }

  private getContext(caller: UserCaller): ReadContext {
    return { context: toAgentContext(caller), codes: this.tariffs.knownCodes(caller.environment, FIRE_BRANCH.code) };
  }

  private async readStored(reading: ReadContext, body: unknown, stored: FireQuestionnaire): Promise<FireQuestionnaire> {
    const { draft, violations } = await this.inspect(body, stored);
    const found = [...violations, ...listUnknownItemViolations(draft, stored, WRAPPER)];
    const questionnaire = await this.complete({ ...reading, violations: found }, draft, stored);
    const known = new Set(listItemIds(stored));
    return assignItemIds(
      questionnaire,
      (count) => this.ids.claimIds(reading.context.environment, count),
      (id) => known.has(id),
    );
  }

  private async inspect(
    body: unknown,
    stored?: FireQuestionnaire,
  ): Promise<{ draft: Checked<FireQuestionnaire>; violations: readonly Violation[] }> {
    const lists = this.listsFor(stored);
    const wrapped = isRecord(body) && WRAPPER in body ? { [WRAPPER]: readFireInput(body[WRAPPER], stored, lists) } : {};
    if (isLarge(wrapped[WRAPPER])) await nextTurn();
    const { value, violations } = inspectInput(FireApplicationRequest, wrapped, lists);
    const sound = deleteInvalidValues(value, violations).fire_application ?? {};
    if (isLarge(sound)) await nextTurn();
    const draft = toStoredFire(sound) as Checked<FireQuestionnaire>;
    return { draft, violations };
  }

  private async complete(
    { context, codes, violations }: ReadContext & { readonly violations: readonly Violation[] },
    draft: Checked<FireQuestionnaire>,
    stored?: FireQuestionnaire,
  ): Promise<FireQuestionnaire> {
    if (isLarge(draft)) await nextTurn();
    const consistency = listFireViolations(draft, codes, { today: toLocalDate(context.at), lists: this.listsFor(stored) }, WRAPPER);
    const persons = await findPersonViolations(
      listFirePersons(draft, WRAPPER),
      stored ? listFirePersons(stored, WRAPPER) : [],
      FIRE_PERSON_FIELDS,
      consistency,
    );
    assertNoViolations([...violations, ...consistency, ...persons, ...(await this.agentViolations(context, draft, stored))]);
    if (isLarge(draft)) await nextTurn();
    const read = draft as FireQuestionnaire;
    return {
      ...read,
      client: { ...read.client, consents: read.client.consents ?? [] },
      objects_insured: (read.objects_insured ?? []).map((object) => ({
        ...object,
        claims_history: object.claims_history ?? [],
        'co-owners': object['co-owners'] ?? [],
        mortgages_loans: object.mortgages_loans ?? [],
      })),
    };
  }

  private listsFor(stored: FireQuestionnaire | undefined): ReferenceLists {
    if (!stored) return this.lists;
    const consents = (stored.client.consents ?? []).map(({ id }) => toKeptCode('marketingConsents', id));
    return this.lists.keeping([...listStoredCodes(FireApplicationFieldsRequest, stored), ...consents]);
  }

  private agentViolations(
    context: AgentContext,
    questionnaire: Checked<FireQuestionnaire>,
    stored?: FireQuestionnaire,
  ): Promise<Violation[]> {
    const sent = (field: 'subagent_code' | 'service_code' | 'commission_code'): SentCode => ({
      path: `${WRAPPER}.${field}`,
      code: questionnaire[field],
      stored: stored?.[field],
    });
    return this.agents.validateCodes(context, sent('subagent_code'), [sent('service_code'), sent('commission_code')]);
  }
}

function isLarge(application: unknown): boolean {
  const objects = isRecord(application) ? application['objects_insured'] : undefined;
  return Array.isArray(objects) && objects.length > MANY_OBJECTS;
}
