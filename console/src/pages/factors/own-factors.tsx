import { Button, Group, Modal, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { Problem, toProblem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { queryClient, useGet } from '../../api/use-get.js';
import { Door } from '../../frame/door.js';
import { useFocusBack } from '../../parts/focus.js';
import { useFormat } from '../../parts/format.js';
import { Card, PageHead } from '../../parts/page.js';
import { SecretText, useUnsavedSecret } from '../../parts/secret.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { useSession } from '../../session.js';
import { createPasskey } from '../../parts/factors/passkey.js';
import { useFactorText, type FactorTextId } from '../../parts/factors/texts.js';

type Factors = Schema<'FactorsResponse'>;

/** Changes that the password precedes. */
type Change =
  | { readonly does: 'totp' | 'passkey' | 'codes' | 'removeTotp' }
  | { readonly does: 'removePasskey'; readonly id: number; readonly name: string };

const TITLES: Readonly<Record<Change['does'], FactorTextId>> = {
  totp: 'totp.setUp',
  passkey: 'passkey.add',
  codes: 'codes.renew',
  removeTotp: 'remove.totp',
  removePasskey: 'remove',
};

/** The user's own second factors. */
export function OwnFactorsPage(): ReactNode {
  const f = useFactorText();
  return (
    <>
      <PageHead title={f('title')} about={f('about')} />
      <OwnFactors />
    </>
  );
}

/** Page of a session that can do nothing but set up a factor. */
export function RequiredFactorPage(): ReactNode {
  const f = useFactorText();
  const { signOut } = useSession();
  return (
    <Door title="nav.factors">
      <p role="status">{f('required')}</p>
      <OwnFactors isRequired />
      <Button variant="default" onClick={() => void signOut(false)}>
        {f('signOut')}
      </Button>
    </Door>
  );
}

function OwnFactors({ isRequired = false }: { readonly isRequired?: boolean }): ReactNode {
  const { look } = useSession();
  const factors = useGet('/backoffice-api/factors');
  const [change, setChange] = useState<Change | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = async (created: readonly string[] | null): Promise<void> => {
    setChange(null);
    setCodes(created);
    await queryClient.invalidateQueries({ queryKey: ['/backoffice-api/factors'] });
    await factors.refetch();
    if (created === null && isRequired) await look();
  };
  const close = (): void => {
    setCodes(null);
    if (isRequired) void look();
  };
  return (
    <>
      <Loaded of={factors}>{({ body }) => <FactorCards factors={body} isRequired={isRequired} begin={setChange} />}</Loaded>
      {change !== null && <ChangeDialog change={change} done={done} close={() => setChange(null)} />}
      {codes !== null && <RecoveryCodes codes={codes} close={close} />}
    </>
  );
}

interface CardsProps {
  readonly factors: Factors;
  readonly isRequired: boolean;
  readonly begin: (change: Change) => void;
}

function FactorCards({ factors: { totp, passkeys, recoveryCodesLeft }, isRequired, begin }: CardsProps): ReactNode {
  const f = useFactorText();
  const { moment } = useFormat();
  const hasFactor = totp !== null || passkeys.length > 0;
  return (
    <div className="stack">
      <Card>
        <Stack gap="xs">
          <Title order={2}>{f('totp')}</Title>
          <p>{totp === null ? f('totp.none') : f('totp.since', { at: moment(totp.createdAt), used: moment(totp.lastUsedAt) })}</p>
          <Group>
            <Button size="xs" onClick={() => begin({ does: 'totp' })}>
              {f(totp === null ? 'totp.setUp' : 'totp.replace')}
            </Button>
            {totp !== null && (
              <Button size="xs" variant="default" aria-label={f('remove.totp')} onClick={() => begin({ does: 'removeTotp' })}>
                {f('remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </Card>
      <Card>
        <Stack gap="xs">
          <Title order={2}>{f('passkeys')}</Title>
          {passkeys.length === 0 && <p>{f('passkeys.none')}</p>}
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <Group key={id} justify="space-between">
              <span>
                <strong>{name}</strong>{' '}
                <span className="quiet small">
                  {f('passkey.since', { at: moment(createdAt), used: lastUsedAt === null ? f('never') : moment(lastUsedAt) })}
                </span>
              </span>
              <Button
                size="xs"
                variant="default"
                aria-label={f('remove.passkey', { name })}
                onClick={() => begin({ does: 'removePasskey', id, name })}
              >
                {f('remove')}
              </Button>
            </Group>
          ))}
          <Group>
            <Button size="xs" onClick={() => begin({ does: 'passkey' })}>
              {f('passkey.add')}
            </Button>
          </Group>
        </Stack>
      </Card>
      {hasFactor && !isRequired && (
        <Card>
          <Stack gap="xs">
            <Title order={2}>{f('codes')}</Title>
            <p>{f('codes.left', { left: recoveryCodesLeft })}</p>
            <Group>
              <Button size="xs" variant="default" onClick={() => begin({ does: 'codes' })}>
                {f('codes.renew')}
              </Button>
            </Group>
          </Stack>
        </Card>
      )}
    </div>
  );
}

interface ChangeProps {
  readonly change: Change;
  /** Is called with new recovery codes; null if the previous ones remain. */
  readonly done: (codes: readonly string[] | null) => Promise<void>;
  readonly close: () => void;
}

/** Asks for the password and what else the change needs. */
function ChangeDialog({ change, done, close }: ChangeProps): ReactNode {
  const f = useFactorText();
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [setup, setSetup] = useState<Schema<'TotpSetupResponse'> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRunning, setRunning] = useState(false);
  useFocusBack();

  /** Returns the new recovery codes; undefined if the change continues with a code of the app. */
  const send = async (): Promise<readonly string[] | null | undefined> => {
    const body = { password };
    if (setup !== null)
      return (await call('post', '/backoffice-api/factors/totp/confirmation', { body: { continuation: setup.continuation, code } })).body
        .recoveryCodes;
    if (change.does === 'totp') return (setSetup((await call('post', '/backoffice-api/factors/totp', { body })).body), undefined);
    if (change.does === 'codes') return (await call('post', '/backoffice-api/factors/recovery-codes', { body })).body.recoveryCodes;
    if (change.does === 'passkey') return addPasskey(password, name, f('passkey.failed'));
    if (change.does === 'removeTotp') await call('post', '/backoffice-api/factors/totp/removal', { body });
    if (change.does === 'removePasskey')
      await call('post', '/backoffice-api/factors/passkeys/{id}/removal', { path: { id: change.id }, body });
    return null;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    try {
      const codes = await send();
      setProblem(null);
      if (codes !== undefined) await done(codes);
    } catch (error) {
      setProblem(toProblem(error));
    } finally {
      setRunning(false);
    }
  };
  const violationAt = (path: string): string | undefined => problem?.violations.find((violation) => violation.path === path)?.message;
  const title = change.does === 'removePasskey' ? f('remove.passkey', { name: change.name }) : f(TITLES[change.does]);
  return (
    <Modal opened onClose={close} title={title} lockScroll={false} transitionProps={{ duration: 0 }} withCloseButton={false}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          {setup === null ? (
            <PasswordInput
              label={f('password')}
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              error={violationAt('password')}
              visibilityToggleButtonProps={{ 'aria-label': f('password.show') }}
              data-autofocus
            />
          ) : (
            <TotpSetup setup={setup} code={code} setCode={setCode} error={violationAt('code')} />
          )}
          {change.does === 'passkey' && (
            <TextInput
              label={f('passkey.name')}
              name="name"
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={violationAt('name')}
            />
          )}
          {problem !== null && <ProblemNotice problem={problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {f('cancel')}
            </Button>
            <Button type="submit" loading={isRunning}>
              {f(change.does === 'totp' && setup === null ? 'continue' : 'confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

async function addPasskey(password: string, name: string, failed: string): Promise<readonly string[] | null> {
  const { body } = await call('post', '/backoffice-api/factors/passkeys', { body: { password } });
  const { continuation, options } = body;
  const passkey = await createPasskey(options).catch(() => {
    throw new Problem('refused', failed);
  });
  return (await call('post', '/backoffice-api/factors/passkeys/confirmation', { body: { continuation, name, passkey } })).body
    .recoveryCodes;
}

interface TotpSetupProps {
  readonly setup: Schema<'TotpSetupResponse'>;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly error: string | undefined;
}

function TotpSetup({ setup: { qrCode, secret }, code, setCode, error }: TotpSetupProps): ReactNode {
  const f = useFactorText();
  return (
    <>
      <p>{f('totp.scan')}</p>
      <img src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`} alt={f('totp.qr')} width={200} height={200} />
      <p className="quiet small">{f('totp.secret')}</p>
      <SecretText value={secret} name={f('totp.secret')} />
      <TextInput
        label={f('totp.code')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
        data-autofocus
      />
    </>
  );
}

function RecoveryCodes({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }): ReactNode {
  const f = useFactorText();
  useUnsavedSecret(true, close);
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={f('codes')}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <p>{f('codes.keep')}</p>
      <SecretText value={codes.join('\n')} name={f('codes')} />
      <Group justify="flex-end" mt="sm">
        <Button onClick={close}>{f('codes.saved')}</Button>
      </Group>
    </Modal>
  );
}
