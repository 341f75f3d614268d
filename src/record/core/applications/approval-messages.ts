import type { Text } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import { textOfItem } from '../../reference/tariffs/tariff-titles.js';
import type { RecordMessage } from './application.js';
import type { Terms } from './approval.js';

/** The conditions of an approval, as messages to the agent for as long as it holds. */
export function termsMessages({ loadingPercent, excludedCovers = [], deductible, note }: Terms, tariff: Tariff): RecordMessage[] {
  const messages: RecordMessage[] = [];
  if (loadingPercent !== undefined) messages.push(toMessage('APPROVAL_LOADING', loading(loadingPercent)));
  for (const code of excludedCovers) {
    const cover = tariff.covers.get(code);
    messages.push(toMessage('APPROVAL_EXCLUDED_COVER', excluded(code, cover && textOfItem('covers', cover))));
  }
  if (deductible !== undefined) messages.push(toMessage('APPROVAL_DEDUCTIBLE', deductibleOf(deductible)));
  if (note !== undefined) messages.push(toMessage('APPROVAL_NOTE', noted(note)));
  return messages;
}

function toMessage(code: string, text: Text): RecordMessage {
  return { code, severity: 'warning', path: 'application', text };
}

function loading(percent: string): Text {
  return {
    el: `Όρος έγκρισης: επασφάλιστρο ${percent.replace('.', ',')} %.`,
    en: `Term of the approval: loading of ${percent} %.`,
  };
}

function excluded(code: string, title: Text = { el: '', en: '' }): Text {
  return {
    el: `Όρος έγκρισης: εξαιρείται η κάλυψη ${`${code} ${title.el}`.trim()}.`,
    en: `Term of the approval: cover ${`${code} ${title.en}`.trim()} is excluded.`,
  };
}

function deductibleOf(amount: string): Text {
  return {
    el: `Όρος έγκρισης: απαλλαγή ${amount.replace('.', ',')} € ανά ζημιά.`,
    en: `Term of the approval: deductible of ${amount} € for each claim.`,
  };
}

function noted(note: string): Text {
  return { el: `Όρος έγκρισης: ${note}`, en: `Term of the approval: ${note}` };
}
