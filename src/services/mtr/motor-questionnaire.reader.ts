import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../common/athens.js';
import { toAgentContext, type AgentContext, type UserCaller } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { assertNoViolations, buildCatalogueViolation, DomainError, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { deleteInvalidValues, type Checked, toStoredInput } from '../../common/validation/checked.js';
import { assertKnownFields } from '../../common/validation/ignored-fields.js';
import { inspectInput } from '../../common/validation/validate.js';
import { MOTOR_BRANCH } from '../../pricing/branch.js';
import type { Tariff } from '../../pricing/tariff.js';
import { AgentService, type SentCode } from '../../record/money/agents/agent.service.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { RiskItemIdRepository } from '../../record/core/applications/risk-item-id.repository.js';
import { BonusMalusRegistry, type RegistryPlace } from '../../record/reference/bonus-malus/bonus-malus-registry.js';
import { CHANGES, toChangeError, type ChangeContext } from '../../record/core/lines/change.js';
import type { QuestionnaireReader } from '../../record/core/lines/line.js';
import { findPersonViolations } from '../../record/core/parties/person-checks.js';
import { listStoredCodes } from '../../record/reference/lists/reference-lists.js';
import { TariffService, type TariffCodes } from '../../record/reference/tariffs/tariff.service.js';
import { MotorApplicationRequest } from './motor-application.dto.js';
import { MotorCalculator } from './motor-calculator.js';
import { listMotorViolations } from './motor-consistency.js';
import { DATES, readMotorInput } from './motor-input.js';
import { MOTOR_PERSON_FIELDS, listMotorPersons } from './motor-persons.mapper.js';

interface ReadContext {
  readonly context: AgentContext;
  readonly codes: TariffCodes;
  readonly tariffOf: (start: LocalDate) => Tariff | undefined;
}

@Injectable()
export class MotorQuestionnaireReader implements QuestionnaireReader<'motor'> {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly tariffs: TariffService,
    private readonly agents: AgentService,
    private readonly registry: BonusMalusRegistry,
    private readonly ids: RiskItemIdRepository,
  ) {}

  readNew(caller: UserCaller, body: unknown): Promise<MotorQuestionnaire> {
    return this.readUpdate(caller, body);
  }

  async readUpdate(caller: UserCaller, body: unknown, stored?: MotorQuestionnaire): Promise<MotorQuestionnaire> {
    const context = toAgentContext(caller);
    const codes = this.tariffs.knownCodes(caller.environment, MOTOR_BRANCH.code);
    const tariffOf = (policyStartDate: LocalDate) => this.calculator.findTariff(caller, { policyStartDate });
    const read = await this.read({ context, codes, tariffOf }, body, stored);
    const { agentCode, environment } = context;
    const registryBonusMalus = await this.findRegistryClass(context, read);
    return { ...read, registryBonusMalus, agentTitles: await this.getTitles(environment, agentCode, read) };
  }

  /** Keeps the class of the registry while client and declared class stay, also for another plate. */
  async readChange(
    { tariff: pinned, ...context }: ChangeContext,
    changes: unknown,
    stored: MotorQuestionnaire,
  ): Promise<MotorQuestionnaire> {
    assertKnownFields(MotorApplicationRequest, changes, { place: CHANGES, mayEcho: true });
    const tariff = this.tariffs.get(context.environment, pinned);
    try {
      const read = await this.read({ context, codes: tariff, tariffOf: () => tariff }, changes, stored);
      if (read.bundleCode === undefined) throw DomainError.ofViolations([buildCatalogueViolation('bundleCode', ErrorCode.REQUIRED)]);
      const { frozen, agentTitles, isSuspended } = stored;
      const isSameClass = read.bonusMalus === stored.bonusMalus && read.client.afm === stored.client.afm;
      const registryBonusMalus = isSameClass ? stored.registryBonusMalus : await this.findRegistryClass(context, read);
      // Without undefined values, so that an unchanged questionnaire equals the stored one.
      return {
        ...read,
        ...(registryBonusMalus !== undefined && { registryBonusMalus }),
        ...(agentTitles && { agentTitles }),
        ...(frozen && { frozen }),
        ...(isSuspended && { isSuspended }),
      };
    } catch (error) {
      throw toChangeError(error);
    }
  }

  private async read({ context, codes, tariffOf }: ReadContext, body: unknown, stored?: MotorQuestionnaire): Promise<MotorQuestionnaire> {
    // Retired codes of the stored application are valid.
    const lists = stored ? this.calculator.lists.keeping(listStoredCodes(MotorApplicationRequest, stored)) : this.calculator.lists;
    const { value, violations } = inspectInput(MotorApplicationRequest, readMotorInput(body, stored, lists), lists);
    const draft = toStoredInput(deleteInvalidValues(value, violations), DATES) as Checked<MotorQuestionnaire>;
    const tariff = draft.policyStartDate === undefined ? undefined : tariffOf(draft.policyStartDate);
    const consistency = listMotorViolations(draft, codes, { today: toLocalDate(context.at), lists }, tariff);
    const persons = await findPersonViolations(
      listMotorPersons(draft),
      stored ? listMotorPersons(stored) : [],
      MOTOR_PERSON_FIELDS,
      consistency,
    );
    assertNoViolations([...violations, ...consistency, ...persons, ...(await this.agentViolations(context, draft, stored))]);
    return this.assignIds(context, draft as MotorQuestionnaire, stored);
  }

  private agentViolations(context: AgentContext, draft: Checked<MotorQuestionnaire>, stored?: MotorQuestionnaire): Promise<Violation[]> {
    type Field = 'indirectAgentCode' | 'serviceAgentCode' | 'commisionAgentCode';
    const sent = (path: Field): SentCode => ({ path, code: draft[path], stored: stored?.[path] });
    return this.agents.validateCodes(context, sent('indirectAgentCode'), [sent('serviceAgentCode'), sent('commisionAgentCode')]);
  }

  private async assignIds(
    { environment }: AgentContext,
    read: MotorQuestionnaire,
    stored?: MotorQuestionnaire,
  ): Promise<MotorQuestionnaire> {
    const missing = (stored ? 0 : 1) + (read.insured && !stored?.insured ? 1 : 0);
    const fresh = await this.ids.claimIds(environment, missing);
    const withId = (person: MotorPerson, previous: MotorPerson | undefined): MotorPerson => {
      const id = previous?.id ?? fresh.shift();
      if (id === undefined) throw new Error('There are fewer ids than persons.');
      return { ...person, id };
    };
    return {
      ...read,
      client: withId(read.client, stored?.client),
      ...(read.insured && { insured: withId(read.insured, stored?.insured) }),
    };
  }

  private async findRegistryClass(place: RegistryPlace, { plateNo, client }: MotorQuestionnaire): Promise<number | null> {
    const entry = plateNo === undefined ? null : await this.registry.find(place, plateNo, client.afm);
    return entry && entry.bonusMalus;
  }

  private async getTitles(environment: Environment, agentCode: string, { commisionAgentCode, serviceAgentCode }: MotorQuestionnaire) {
    const nameOf = async (code: string | undefined) => (code === undefined ? undefined : (await this.agents.find(environment, code))?.name);
    const [agent, commisionAgent, serviceAgent] = await Promise.all([agentCode, commisionAgentCode, serviceAgentCode].map(nameOf));
    return { agent, commisionAgent, serviceAgent };
  }
}
