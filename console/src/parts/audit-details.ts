import { useText } from '../messages/language.js';
import { useCodes, type Titles } from './codes.js';
import { NOTHING, useFormat } from './format.js';
import { SETTING_FLAGS, SETTING_NUMBERS, SETTING_TEXTS } from './setting-fields.js';

/** Titles of details that occur often; the others are shown by their names in the API. */
const DETAILS: Titles = {
  ...Object.fromEntries([...SETTING_NUMBERS, ...SETTING_FLAGS, ...SETTING_TEXTS]),
  agentCode: 'column.agent',
  amount: 'column.amount',
  apiKeyId: 'audit.api_key',
  applicationId: 'audit.application',
  count: 'column.count',
  creditLimit: 'account.limit',
  decision: 'decision',
  delegates: 'user.delegates',
  email: 'field.email',
  environments: 'key.environments',
  executionDate: 'field.executionDate',
  holder: 'field.holder',
  iban: 'field.iban',
  kind: 'column.kind',
  name: 'field.title',
  policyNo: 'column.policyNo',
  programId: 'audit.program',
  ratePerDay: 'key.ratePerDay',
  ratePerHour: 'key.ratePerHour',
  reason: 'column.why',
  reference: 'column.reference',
  role: 'column.role',
  services: 'key.services',
  statementId: 'audit.bank_statement',
  status: 'column.status',
  subagents: 'agent.subagents',
  suspenseId: 'audit.suspense',
  total: 'price.gross',
  type: 'column.kind',
  userId: 'audit.user',
  valueDate: 'column.valueDate',
};
const AMOUNTS = new Set(['amount', 'total', 'creditLimit']);
const DATE = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

type Details = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns a function that writes the details of an audit entry in one line, without blank ones. */
export function useAuditDetails(): (details: Details) => string {
  const t = useText();
  const { day, second, money } = useFormat();
  const { titleOf } = useCodes();
  const show = (name: string, value: unknown): string => {
    if (isBlank(value)) return NOTHING;
    if (Array.isArray(value)) return value.map((item) => show(name, item)).join(', ');
    if (typeof value === 'object') return list(value as Details).join(' ');
    if (typeof value === 'boolean') return t(value ? 'answer.yes' : 'answer.no');
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (AMOUNTS.has(name)) return money(text);
    if (INSTANT.test(text)) return second(text);
    return DATE.test(text) ? day(text) : text;
  };
  const list = (details: Details): string[] =>
    Object.entries(details)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => `${titleOf(DETAILS, name)}: ${show(name, value)}`);
  return ({ changes, ...details }) => {
    const changed = Object.entries((changes ?? {}) as Details).map(
      ([name, change]) =>
        `${titleOf(DETAILS, name)}: ${[change]
          .flat()
          .map((value) => show(name, value))
          .join(' → ')}`,
    );
    return [...list(details), ...changed].join(' · ');
  };
}
