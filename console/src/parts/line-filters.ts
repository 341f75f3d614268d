import type { MessageId } from '../messages/language.js';
import type { Filter } from './list-page.js';

export function lineAndAgent(t: (id: MessageId) => string): readonly Filter[] {
  return [
    {
      name: 'line',
      label: 'column.line',
      choices: [
        ['fire', t('line.fire')],
        ['motor', t('line.motor')],
      ],
    },
    { name: 'agent', label: 'filter.agent' },
  ];
}
