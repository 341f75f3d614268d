import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { ApplicationRecord } from '../applications/application.js';
import { LineRegistry } from './line-registry.js';
import { findReferringRules } from './referring-answers.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import type { AnyQuestions, DecodedBy, QuestionForm } from '../../reference/products/question-form.js';
import { buildAnswers, type AnswerGroup, type Titles } from '../../reference/products/questionnaire-answers.js';
import type { Person } from '../parties/person.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { ListName } from '../../reference/lists/registry.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import { formatItem } from '../../reference/tariffs/tariff-titles.js';
import { Store } from '../../../store/store.js';

const FIND_AGENTS = `
  SELECT code, name FROM agent WHERE code = ANY ($1::text[])
  UNION ALL SELECT code, name FROM subagent WHERE agent_code = $2 AND code = ANY ($1::text[])`;

const OF_TARIFF: Readonly<Partial<Record<DecodedBy, 'bundles' | 'covers' | 'discounts'>>> = {
  bundle: 'bundles',
  cover: 'covers',
  discount: 'discounts',
};

const PAY_FREQUENCIES: Readonly<Record<string, Text>> = {
  '12': { el: 'Ετήσια', en: 'Yearly' },
  '6': { el: 'Εξαμηνιαία', en: 'Half-yearly' },
  '3': { el: 'Τριμηνιαία', en: 'Quarterly' },
};

const NO_TITLES: Titles = { ofList: () => null, by: () => null };

const FIND_PARTIES = 'SELECT afm, id FROM party WHERE afm = ANY ($1::text[])';

export interface NamedPerson {
  readonly role: string;
  readonly title: Text;
  readonly afm: string;
}

@Injectable()
export class QuestionnaireDecoder {
  constructor(
    private readonly lines: LineRegistry,
    private readonly lists: ReferenceLists,
    private readonly tariffs: TariffService,
    private readonly store: Store,
  ) {}

  findReferringRules(environment: Environment, { price, messages }: ApplicationRecord): (path: string) => string[] {
    const tariff = price && this.tariffs.find(environment, price.tariffCode, price.tariffVersion);
    return tariff ? findReferringRules(messages, tariff) : () => [];
  }

  async decode(environment: Environment, application: ApplicationRecord): Promise<AnswerGroup[]> {
    const { line, questionnaire } = application;
    return buildAnswers(this.getForm(line), questionnaire, await this.titlesFor(environment, application));
  }

  async listPersons(environment: Environment, application: ApplicationRecord, groups: readonly AnswerGroup[]) {
    const named = namedIn(groups);
    const rows = await this.store.query<{ afm: string; id: number }>(environment, FIND_PARTIES, [named.map(({ afm }) => afm)]);
    const parties = new Map(rows.map(({ afm, id }) => [afm, id]));
    const names = new Map(
      this.lines
        .of(application.line)
        .personsOf(application.questionnaire)
        .map((person) => [person.afm, getName(person)]),
    );
    return named.map((person) => ({ ...person, name: names.get(person.afm) ?? '', partyId: parties.get(person.afm) ?? null }));
  }

  listRoles(line: LineCode, questionnaire: object, afm: string): NamedPerson[] {
    return namedIn(buildAnswers(this.getForm(line), questionnaire, NO_TITLES)).filter((person) => person.afm === afm);
  }

  private getForm(line: LineCode): QuestionForm<object> {
    return this.lines.of(line).form as QuestionForm<object>;
  }

  private async titlesFor(environment: Environment, application: ApplicationRecord): Promise<Titles> {
    const tariff = this.findTariff(environment, application);
    const agents = await this.agentNames(environment, application);
    return {
      ofList: (list, code) => this.lists.title(list as ListName, code) ?? null,
      by: (kind, code) => {
        if (kind === 'agent') return sameInBoth(agents.get(String(code)));
        if (kind === 'payFrequency') return PAY_FREQUENCIES[code] ?? null;
        if (kind === 'consent') return this.lists.title('marketingConsents', code) ?? null;
        if (kind === 'consentGroup') return this.consentGroup(code);
        const titled = OF_TARIFF[kind];
        const item = titled && tariff?.[titled].get(String(code));
        return titled && item ? formatItem(titled, item) : null;
      },
    };
  }

  private findTariff(environment: Environment, { line, price, startDate }: ApplicationRecord): Tariff | undefined {
    if (price) return this.tariffs.find(environment, price.tariffCode, price.tariffVersion);
    return this.tariffs.pick(environment, getLineRow(line).branch.code, startDate);
  }

  private async agentNames(environment: Environment, application: ApplicationRecord): Promise<ReadonlyMap<string, string>> {
    const { line, agentCode, questionnaire } = application;
    const fields = this.getForm(line).fields as unknown as AnyQuestions;
    const named = Object.entries(fields).filter(([, { by }]) => by === 'agent');
    const codes = named.map(([name]) => (questionnaire as unknown as Record<string, unknown>)[name]).filter(Boolean);
    if (codes.length === 0) return new Map();
    const rows = await this.store.query<{ code: string; name: string }>(environment, FIND_AGENTS, [codes, agentCode]);
    return new Map(rows.map(({ code, name }) => [code, name]));
  }

  private consentGroup(id: string | number): Text | null {
    const consent = this.lists.all('marketingConsents').find(({ masterId }) => String(masterId) === String(id));
    return consent ? { el: consent.masterTitle, en: consent.masterTitleEn } : null;
  }
}

function namedIn(groups: readonly AnswerGroup[]): NamedPerson[] {
  return groups.flatMap(({ path, title, answers }) => {
    const afm = answers.find((answer) => answer.path === `${path}.afm`)?.values[0]?.value;
    return typeof afm === 'string' ? [{ role: path.slice(path.lastIndexOf('.') + 1).replace(/\[\d+\]$/, ''), title, afm }] : [];
  });
}

function getName({ lastName, firstName }: Person): string {
  return [lastName, firstName].filter(Boolean).join(' ');
}

function sameInBoth(name: string | undefined): Text | null {
  return name === undefined ? null : { el: name, en: name };
}
