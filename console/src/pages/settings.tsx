import { useState, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { toNumber } from '../forms/typed-number.js';
import { bindTo, ChoiceField, LongField, NumberField, TextField, useAction, useFields } from '../parts/form.js';
import { areReadable } from '../parts/number-field.js';
import { Card } from '../parts/page.js';
import { useWho } from '../session.js';
import { SavedForm, SettingsFrame, type Renew } from './settings-frame.js';

type Settings = Schema<'SettingsDto'>;
type BankRule = Schema<'BankRuleDto'>;

const NUMBERS = [
  ['prepayCancelDays', 'settings.prepayCancelDays'],
  ['bankGraceDays', 'settings.bankGraceDays'],
  ['secondPersonAbove', 'settings.secondPersonAbove'],
  ['toleranceCents', 'settings.toleranceCents'],
  ['eventRetentionDays', 'settings.eventRetentionDays'],
  ['documentsPerApplication', 'settings.documentsPerApplication'],
  ['documentMegabytesPerApplication', 'settings.documentMegabytesPerApplication'],
  ['documentMegabytesPerAgentDay', 'settings.documentMegabytesPerAgentDay'],
  ['retentionYears', 'settings.retentionYears'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];
const FLAGS = [['unearnedPremium', 'settings.unearnedPremium']] as const satisfies readonly (readonly [keyof Settings, MessageId])[];
const TEXTS = [
  ['creditorCode', 'settings.creditorCode'],
  ['greenCardInsurerCode', 'settings.greenCardInsurerCode'],
  ['payoutIban', 'settings.payoutIban'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];

export function SettingsPage(): ReactNode {
  const t = useText();
  const settings = useGet('/backoffice-api/settings');
  return (
    <SettingsFrame title="nav.settings" about={t('settings.about')} of={settings}>
      {(found, renew) => <SettingsForm found={found} renew={renew} />}
    </SettingsFrame>
  );
}

interface SettingsFormProps {
  readonly found: Result<Settings>;
  readonly renew: Renew<Settings>;
}

function SettingsForm({ found, renew }: SettingsFormProps): ReactNode {
  const t = useText();
  const { role } = useWho();
  const [{ body, etag }] = useState(found);
  // Only administrators see and change the retention.
  const numbers = NUMBERS.filter(([name]) => name !== 'retentionYears' || role === 'admin');
  const plain = [...numbers, ...FLAGS, ...TEXTS].map(([name]) => [name, String(body[name] ?? '')] as const);
  const known = [...plain, ['bankRules', formatRules(body.bankRules ?? [])] as const];
  const fields = useFields<Record<string, string>>(Object.fromEntries(known));
  const save = useAction(
    (key) => call('put', '/backoffice-api/settings', { key, ifMatch: etag, body: changesOf(known, fields.values) }),
    renew,
  );
  const isReadable = areReadable(fields.values, Object.fromEntries(numbers.map(([name]) => [name, 'whole'])));
  const bind = bindTo(fields, save.problem);
  return (
    <Card>
      <SavedForm save={save} isReady={isReadable} renew={() => renew(null)}>
        <div className="fields roomy">
          {numbers.map(([name, label]) => (
            <NumberField key={name} {...bind(name)} label={label} kind="whole" />
          ))}
          {FLAGS.map(([name, label]) => (
            <ChoiceField
              key={name}
              {...bind(name)}
              label={label}
              choices={[
                ['true', t('answer.yes')],
                ['false', t('answer.no')],
              ]}
            />
          ))}
          {TEXTS.map(([name, label]) => (
            <TextField key={name} {...bind(name)} label={label} />
          ))}
          <LongField {...bind('bankRules')} label="settings.bankRules" hint="settings.bankRules.hint" />
        </div>
      </SavedForm>
    </Card>
  );
}

/** Sends only changed settings. Only the company's account can be removed. */
function changesOf(known: readonly (readonly [string, string])[], values: Readonly<Record<string, string>>): Settings {
  const changed = known.filter(([name, previous]) => values[name] !== previous).map(([name]) => [name, values[name]!] as const);
  return Object.fromEntries(changed.map(([name, value]) => [name, toSetting(name, value)]));
}

/** Writes one rule a line: direction; code; text; account. */
function formatRules(rules: readonly BankRule[]): string {
  return rules.map(({ direction, bankCode, text, account }) => [direction, bankCode ?? '', text ?? '', account].join('; ')).join('\n');
}

function parseRules(lines: string): unknown[] {
  const filled = lines.split('\n').filter((line) => line.trim() !== '');
  return filled.map((line) => {
    const [direction, bankCode, text, account] = line.split(';').map((part) => part.trim());
    return { direction, bankCode: bankCode || null, text: text || null, account };
  });
}

function toSetting(name: string, value: string): unknown {
  if (name === 'bankRules') return parseRules(value);
  if (NUMBERS.some(([number]) => number === name)) return toNumber(value, 'whole');
  if (FLAGS.some(([flag]) => flag === name)) return value === 'true';
  return name === 'payoutIban' && value === '' ? null : value;
}
