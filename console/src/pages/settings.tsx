import { useState, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { withValue, type Draft } from '../forms/draft.js';
import { toNumber } from '../forms/typed-number.js';
import { bindTo, ChoiceField, LongField, NumberField, TextField, useAction, useFields } from '../parts/form.js';
import { areReadable } from '../parts/number-field.js';
import { Card } from '../parts/page.js';
import { SETTING_FLAGS, SETTING_NUMBERS, SETTING_TEXTS } from '../parts/setting-fields.js';
import { useWho } from '../session.js';
import { SavedForm, SettingsFrame, type Renew } from '../parts/settings-frame.js';

type Settings = Schema<'SettingsDto'>;
type Insurer = NonNullable<Settings['insurer']>;
type BankRule = Schema<'BankRuleDto'>;

/** Only administrators see and change these. */
const OF_ADMINISTRATORS: readonly string[] = [
  'retentionYears',
  'requireAuthority',
  'secondPersonApprovalsAbove',
  'secondPersonDeclines',
  'secondPersonClosings',
  'secondPersonAuthorities',
  'secondPersonTransfers',
];
/** May be empty, which removes them. */
const REMOVABLE: readonly string[] = ['payoutIban', 'secondPersonApprovalsAbove'];
/** Details of the insurer; those of two languages have a field for each. */
const INSURER = [
  ['name', 'insurer.name'],
  ['seat', 'insurer.seat'],
  ['address', 'insurer.address'],
  ['registration', 'insurer.registration'],
  ['applicableLaw', 'insurer.applicableLaw'],
] as const satisfies readonly (readonly [keyof Insurer, MessageId])[];
const INSURER_CODES = [
  ['afm', 'insurer.afm'],
  ['gemi', 'insurer.gemi'],
  ['phone', 'insurer.phone'],
  ['email', 'insurer.email'],
] as const satisfies readonly (readonly [keyof Insurer, MessageId])[];
const LANGUAGES = [
  ['el', 'language.el'],
  ['en', 'language.en'],
] as const;
const OF_INSURER = 'insurer.';

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
  const isOffered = ([name]: readonly [string, MessageId]): boolean => role === 'admin' || !OF_ADMINISTRATORS.includes(name);
  const [numbers, flags] = [SETTING_NUMBERS.filter(isOffered), SETTING_FLAGS.filter(isOffered)];
  const plain = [...numbers, ...flags, ...SETTING_TEXTS].map(([name]) => [name, String(body[name] ?? '')] as const);
  const known = [...plain, ['bankRules', formatRules(body.bankRules ?? [])] as const, ...listInsurer(body.insurer ?? {})];
  const fields = useFields<Record<string, string>>(Object.fromEntries(known));
  const save = useAction(
    (key) => call('put', '/backoffice-api/settings', { key, ifMatch: etag, body: changesOf(known, fields.values) }),
    renew,
  );
  const isReadable = areReadable(fields.values, Object.fromEntries(numbers.map(([name]) => [name, 'whole'])));
  const bind = bindTo(fields, save.problem);
  return (
    <SavedForm save={save} isReady={isReadable} renew={() => renew(null)}>
      <Card>
        <div className="fields roomy">
          {numbers.map(([name, label]) => (
            <NumberField key={name} {...bind(name)} label={label} kind="whole" />
          ))}
          {flags.map(([name, label]) => (
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
          {SETTING_TEXTS.map(([name, label]) => (
            <TextField key={name} {...bind(name)} label={label} />
          ))}
          <LongField {...bind('bankRules')} label="settings.bankRules" hint="settings.bankRules.hint" />
        </div>
      </Card>
      <Card title="insurer.title">
        <div className="stack legal">
          <p className="quiet">{t('insurer.about')}</p>
          <div className="fields">
            {INSURER_CODES.map(([name, label]) => (
              <TextField key={name} {...bind(`${OF_INSURER}${name}`)} label={label} />
            ))}
          </div>
          {INSURER.map(([name, label]) => (
            <fieldset key={name} className="stack">
              <legend>{t(label)}</legend>
              <div className="fields">
                {LANGUAGES.map(([language, title]) => (
                  <TextField key={language} {...bind(`${OF_INSURER}${name}.${language}`)} label={title} />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </Card>
    </SavedForm>
  );
}

/** Lists the details of the insurer by the paths of their fields. */
function listInsurer(insurer: Insurer): (readonly [path: string, value: string])[] {
  return [
    ...INSURER_CODES.map(([name]) => [`${OF_INSURER}${name}`, insurer[name] ?? ''] as const),
    ...INSURER.flatMap(([name]) =>
      LANGUAGES.map(([language]) => [`${OF_INSURER}${name}.${language}`, insurer[name]?.[language] ?? ''] as const),
    ),
  ];
}

/** Sends only changed settings. */
function changesOf(known: readonly (readonly [string, string])[], values: Readonly<Record<string, string>>): Settings {
  const changed = known.filter(([name, previous]) => values[name] !== previous).map(([name]) => [name, values[name]!] as const);
  const own = changed.filter(([name]) => !name.startsWith(OF_INSURER)).map(([name, value]) => [name, toSetting(name, value)] as const);
  const ofInsurer = changed.filter(([name]) => name.startsWith(OF_INSURER));
  const body = Object.fromEntries(own) as Draft;
  return ofInsurer.reduce((sent, [path, value]) => withValue(sent, path, value.trim()), body);
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
  if (REMOVABLE.includes(name) && value.trim() === '') return null;
  if (SETTING_NUMBERS.some(([number]) => number === name)) return toNumber(value, 'whole');
  if (SETTING_FLAGS.some(([flag]) => flag === name)) return value === 'true';
  return value;
}
