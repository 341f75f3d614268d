import type { MessageId } from '../messages/language.js';
import type { Filter } from './list-filters.js';

export const lineFilter = (t: (id: MessageId) => string): Filter => ({
  name: 'line',
  label: 'column.line',
  choices: [
    ['fire', t('line.fire')],
    ['motor', t('line.motor')],
  ],
});

/** Filter by agent; `name` is the parameter of the API. */
export const agentFilter = (name = 'agentCode', label: MessageId = 'column.agent'): Filter => ({ name, label, type: 'agent' });
