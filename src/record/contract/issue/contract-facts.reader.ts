import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../common/language.js';
import { getEnvironment, type Writer } from '../../../common/unit-of-work.js';
import { listRefusedExclusions } from '../../../pricing/approval-terms.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type { Terms } from '../../core/applications/approval.js';
import type { Contract } from '../../core/lines/line.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { AgentService } from '../../money/agents/agent.service.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import { ContractTerms, type KnownDay } from './contract-terms.service.js';
import type { ContractFacts, PrintedFacts } from './policy-document.mapper.js';

@Injectable()
export class ContractFactsReader {
  constructor(
    private readonly settings: SettingsService,
    private readonly agents: AgentService,
    private readonly tariffs: TariffService,
    private readonly lines: LineRegistry,
    private readonly terms: ContractTerms,
  ) {}

  async readContract(where: Environment | Writer, application: ApplicationRecord, issuedAt: Date, day: KnownDay): Promise<ContractFacts> {
    const { price } = application;
    const tariff = price ? this.tariffs.find(getEnvironment(where), price.tariffCode, price.tariffVersion) : undefined;
    const approved = await this.terms.find(where, application, day);
    // Terms that the tariff does not allow are not part of the price.
    const isRefused = tariff !== undefined && listRefusedExclusions(tariff, approved?.excludedCovers ?? []).length > 0;
    const terms = isRefused ? null : approved;
    const line = this.lines.of(application.line);
    const [discounts, bundles] = [line.listDiscounts(application.questionnaire), line.listBundles(application.questionnaire)];
    return {
      ...(await this.read(where, application, issuedAt, DEFAULT_LANGUAGE, { tariff, terms })),
      tariff,
      terms,
      discounts,
      bundles,
    };
  }

  async read(
    where: Environment | Writer,
    application: ApplicationRecord,
    issuedAt: Date,
    language: Language,
    priced: Priced = {},
  ): Promise<PrintedFacts> {
    const [{ insurer, legalTexts }, agent] = await Promise.all([this.settings.get(where), this.agents.find(where, application.agentCode)]);
    const contract = this.describe(application, language, priced);
    return { application, contract, insurer, legalTexts, agent, issuedAt, environment: getEnvironment(where), language };
  }

  translate(facts: ContractFacts, language: Language): ContractFacts {
    return { ...facts, language, contract: this.describe(facts.application, language, facts) };
  }

  private describe({ line, questionnaire }: ApplicationRecord, language: Language, { tariff, terms }: Priced): Contract {
    return this.lines.of(line).contractOf(questionnaire, language, tariff, terms);
  }
}

interface Priced {
  readonly tariff?: Tariff | undefined;
  readonly terms?: Terms | null;
}
