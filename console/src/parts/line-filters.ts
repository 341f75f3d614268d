import type { MessageId } from '../messages/language.js';
import type { Filter } from './list-filters.js';

interface AgentRow {
  readonly agentCode: string;
  readonly agentName: string;
}

export const lineFilter = (t: (id: MessageId) => string): Filter => ({
  name: 'line',
  label: 'column.line',
  choices: [
    ['fire', t('line.fire')],
    ['motor', t('line.motor')],
  ],
});

/** Filters by line and agent; the agents of the shown rows are offered. */
export function lineAndAgent(t: (id: MessageId) => string, rows: readonly AgentRow[] = []): readonly Filter[] {
  const agents = new Map(rows.map(({ agentCode, agentName }) => [agentCode, agentName]));
  return [lineFilter(t), { name: 'agent', label: 'filter.agent', offered: [...agents].sort() }];
}
