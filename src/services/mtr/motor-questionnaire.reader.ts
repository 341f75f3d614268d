import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { assertNoFaults, type Fault } from '../../common/domain-error.js';
import { deleteFaultyValues, type Checked, toStoredInput } from '../../common/validation/checked.js';
import { inspectInput } from '../../common/validation/validate.js';
import { MOTOR_BRANCH } from '../../pricing/branch.js';
import { AgentService, type SentCode } from '../../record/money/agents/agent.service.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { RiskItemIdRepository } from '../../record/core/applications/risk-item-id.repository.js';
import { BonusMalusRegistry } from '../../record/reference/bonus-malus/bonus-malus-registry.js';
import type { QuestionnaireReader } from '../../record/core/lines/line.js';
import { findPersonFaults } from '../../record/core/parties/person-checks.js';
import { listStoredCodes } from '../../record/reference/lists/reference-lists.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { MotorApplicationRequest } from './motor-application.dto.js';
import { MotorCalculator } from './motor-calculator.js';
import { listMotorFaults } from './motor-consistency.js';
import { DATES, readMotorInput } from './motor-input.js';
import { MOTOR_PERSON_FIELDS, listMotorPersons } from './motor-persons.mapper.js';

/** Reads a vehicle application; throws all faults at once. */
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
    return this.read(caller, body);
  }

  readUpdate(caller: UserCaller, body: unknown, stored: MotorQuestionnaire): Promise<MotorQuestionnaire> {
    return this.read(caller, body, stored);
  }

  private async read(caller: UserCaller, body: unknown, stored?: MotorQuestionnaire): Promise<MotorQuestionnaire> {
    // Retired codes of the stored application are valid.
    const lists = stored ? this.calculator.lists.keeping(listStoredCodes(MotorApplicationRequest, stored)) : this.calculator.lists;
    const { value, faults } = inspectInput(MotorApplicationRequest, readMotorInput(body, stored, lists), lists);
    const draft = toStoredInput(deleteFaultyValues(value, faults), DATES) as Checked<MotorQuestionnaire>;
    const tariff =
      draft.policyStartDate === undefined ? undefined : this.calculator.findTariff(caller, { policyStartDate: draft.policyStartDate });
    const consistency = listMotorFaults(
      draft,
      this.tariffs.knownCodes(caller.environment, MOTOR_BRANCH.code),
      { today: toLocalDate(caller.at), lists },
      tariff,
    );
    const persons = await findPersonFaults(
      listMotorPersons(draft),
      stored ? listMotorPersons(stored) : [],
      MOTOR_PERSON_FIELDS,
      consistency,
    );
    assertNoFaults([...faults, ...consistency, ...persons, ...(await this.agentFaults(caller, draft, stored))]);
    return this.complete(caller, draft as MotorQuestionnaire, stored);
  }

  private agentFaults(caller: UserCaller, draft: Checked<MotorQuestionnaire>, stored?: MotorQuestionnaire): Promise<Fault[]> {
    type Field = 'indirectAgentCode' | 'serviceAgentCode' | 'commisionAgentCode';
    const sent = (path: Field): SentCode => ({ path, code: draft[path], stored: stored?.[path] });
    return this.agents.validateCodes(caller, sent('indirectAgentCode'), [sent('serviceAgentCode'), sent('commisionAgentCode')]);
  }

  private async complete(
    { environment, user }: UserCaller,
    read: MotorQuestionnaire,
    stored?: MotorQuestionnaire,
  ): Promise<MotorQuestionnaire> {
    const missing = (stored ? 0 : 1) + (read.insured && !stored?.insured ? 1 : 0);
    const fresh = await this.ids.claimIds(environment, missing);
    const withId = (person: MotorPerson, former: MotorPerson | undefined): MotorPerson => {
      const id = former?.id ?? fresh.shift();
      if (id === undefined) throw new Error('There are fewer ids than persons.');
      return { ...person, id };
    };
    const place = { environment, agentCode: user.agentCode };
    const entry = read.plateNo === undefined ? null : await this.registry.find(place, read.plateNo, read.client.afm);
    return {
      ...read,
      client: withId(read.client, stored?.client),
      ...(read.insured && { insured: withId(read.insured, stored?.insured) }),
      registryBonusMalus: entry && entry.bonusMalus,
      agentTitles: await this.titlesOf(environment, user.agentCode, read),
    };
  }

  private async titlesOf(environment: Environment, agentCode: string, { commisionAgentCode, serviceAgentCode }: MotorQuestionnaire) {
    const nameOf = async (code: string | undefined) => (code === undefined ? undefined : (await this.agents.find(environment, code))?.name);
    const [agent, commisionAgent, serviceAgent] = await Promise.all([agentCode, commisionAgentCode, serviceAgentCode].map(nameOf));
    return { agent, commisionAgent, serviceAgent };
  }
}
