import { Alert, Button } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { bindTo, TextField, useAction, useFields } from '../parts/form.js';
import { Card, PageHead } from '../parts/page.js';
import { Loaded, ProblemNotice } from '../parts/states.js';
import { useWho } from '../session.js';

type Settings = Schema<'SettingsDto'>;

const NUMBERS = [
  ['prepayCancelDays', 'settings.prepayCancelDays'],
  ['eventRetentionDays', 'settings.eventRetentionDays'],
  ['documentsPerApplication', 'settings.documentsPerApplication'],
  ['documentMegabytesPerApplication', 'settings.documentMegabytesPerApplication'],
  ['documentMegabytesPerAgentDay', 'settings.documentMegabytesPerAgentDay'],
  ['retentionYears', 'settings.retentionYears'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];
const TEXTS = [
  ['creditorCode', 'settings.creditorCode'],
  ['greenCardInsurerCode', 'settings.greenCardInsurerCode'],
  ['payoutIban', 'settings.payoutIban'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];

export function SettingsPage(): ReactNode {
  const t = useText();
  const settings = useGet('/backoffice-api/settings');
  const [round, setRound] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const renew = async (saved: boolean): Promise<void> => {
    if (!saved) await settings.refetch();
    setSaved(saved);
    setRound(round + 1);
  };
  return (
    <>
      <PageHead title={t('nav.settings')} about={t('settings.about')} />
      {isSaved && (
        <Alert variant="outline" role="status" mb="md">
          {t('settings.saved')}
        </Alert>
      )}
      <Loaded of={settings}>{(found) => <SettingsForm key={round} found={found} renew={(saved) => void renew(saved)} />}</Loaded>
    </>
  );
}

interface SettingsFormProps {
  readonly found: Result<Settings>;
  /** Begins again with what holds now. */
  readonly renew: (isSaved: boolean) => void;
}

function SettingsForm({ found, renew }: SettingsFormProps): ReactNode {
  const t = useText();
  const { role } = useWho();
  // As they were when the form was opened: who changed them meanwhile is not overwritten, and takes away nothing that was typed.
  const [{ body, etag }] = useState(found);
  // How long persons are kept is the administrators' to say.
  const numbers = NUMBERS.filter(([name]) => name !== 'retentionYears' || role === 'admin');
  const known = [...numbers, ...TEXTS].map(([name]) => [name, String(body[name] ?? '')] as const);
  const fields = useFields<Record<string, string>>(Object.fromEntries(known));
  const save = useAction(
    (key) => call('put', '/backoffice-api/settings', { key, ifMatch: etag, body: changesOf(known, fields.values) }),
    () => renew(true),
  );
  const bind = bindTo(fields, save.problem);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate className="stack">
        <div className="fields roomy">
          {numbers.map(([name, label]) => (
            <TextField key={name} {...bind(name)} label={label} type="number" />
          ))}
          {TEXTS.map(([name, label]) => (
            <TextField key={name} {...bind(name)} label={label} />
          ))}
        </div>
        {save.problem !== null && <ProblemNotice problem={save.problem} />}
        <div className="tools">
          <Button type="submit" size="xs" loading={save.isRunning}>
            {t('action.save')}
          </Button>
          {save.problem?.kind === 'stale' && (
            <Button size="xs" variant="default" onClick={() => renew(false)}>
              {t('action.renew')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** Only what was changed is sent; the account of the company alone can be taken away. */
function changesOf(known: readonly (readonly [string, string])[], values: Readonly<Record<string, string>>): Settings {
  const changed = known.filter(([name, former]) => values[name] !== former).map(([name]) => [name, values[name]!] as const);
  const isNumber = (name: string): boolean => NUMBERS.some(([number]) => number === name);
  return Object.fromEntries(
    changed.map(([name, value]) => [name, isNumber(name) ? Number(value) : name === 'payoutIban' && value === '' ? null : value]),
  );
}
