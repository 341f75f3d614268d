import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import type { Problem } from '../api/problem.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { Door } from '../frame/door.js';
import { useText, type MessageId } from '../messages/language.js';
import '../messages/own.js';
import { bindTo, TextField, useAction, useFields, type Action } from '../parts/form.js';
import { useFormat } from '../parts/format.js';
import { Card, PageHead } from '../parts/page.js';
import { KeysCard } from '../parts/sign-up/keys.js';
import { Loaded, ProblemNotice } from '../parts/states.js';

interface FormProps {
  readonly action: Action<[], unknown>;
  readonly confirm: MessageId;
  readonly isReady?: boolean;
  readonly children: ReactNode;
}

function Form({ action, confirm, isReady = true, children }: FormProps): ReactNode {
  const t = useText();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void action.run();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {children}
        {action.problem !== null && <ProblemNotice problem={action.problem} />}
        <Button type="submit" loading={action.isRunning} disabled={!isReady}>
          {t(confirm)}
        </Button>
      </Stack>
    </form>
  );
}

interface PasswordProps {
  readonly label: MessageId;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly isNew?: boolean;
  readonly problem?: Problem | null;
  readonly path?: string;
}

function PasswordField({ label, value, change, isNew = true, problem = null, path = 'password' }: PasswordProps): ReactNode {
  const t = useText();
  return (
    <PasswordInput
      label={t(label)}
      description={isNew ? t('field.password.rule') : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      value={value}
      onChange={(event) => change(event.target.value)}
      error={problem?.violations.find((violation) => violation.path === path)?.message}
      visibilityToggleButtonProps={{ 'aria-label': t('field.password.show') }}
    />
  );
}

export function SignUpPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const [sent, setSent] = useState<Schema<'SignedUpResponse'> | null>(null);
  const [wantsProduction, setWantsProduction] = useState(false);
  const fields = useFields({ name: '', email: '', programName: '' });
  const action = useAction(async () => {
    const environments: ('production' | 'sandbox')[] = wantsProduction ? ['production', 'sandbox'] : ['sandbox'];
    setSent((await call('post', '/backoffice-api/signup', { body: { ...fields.values, environments } })).body);
    fields.keep();
  });
  const bind = bindTo(fields, action.problem);
  return (
    <Door title="sign-up.title">
      {sent !== null ? (
        <Form action={action} confirm="sign-up.again">
          <p role="status">{t('sign-up.sent', { email: sent.email, until: moment(sent.verifyBefore) })}</p>
        </Form>
      ) : (
        <>
          <p className="quiet">{t('sign-up.about')}</p>
          <Form action={action} confirm="sign-up.do">
            <TextField {...bind('name')} label="field.name" autoComplete="name" isRequired />
            <TextField {...bind('email')} label="field.email" type="email" autoComplete="email" isRequired />
            <TextField {...bind('programName')} label="field.programName" hint="field.programName.hint" isRequired />
            <label>
              <input type="checkbox" checked={wantsProduction} onChange={(event) => setWantsProduction(event.target.checked)} />{' '}
              {t('sign-up.production')}
            </label>
          </Form>
        </>
      )}
      <BackToSignIn />
    </Door>
  );
}

function BackToSignIn(): ReactNode {
  const t = useText();
  return (
    <p className="links">
      <Link to="/">{t('sign-in.back')}</Link>
    </p>
  );
}

/** The token of a mailed link. It stays in the address, so that the page can be loaded again until it is used. */
function useToken(): string {
  const { token = '' }: { token?: string } = useSearch({ strict: false });
  return token;
}

export function ConfirmPage(): ReactNode {
  const t = useText();
  const token = useToken();
  const link = useGet('/backoffice-api/signup/verify', { query: { token } });
  const [access, setAccess] = useState<Schema<'SandboxAccessResponse'> | null>(null);
  const action = useAction(async () => setAccess((await call('post', '/backoffice-api/signup/verify', { query: { token } })).body));
  if (access !== null)
    return (
      <Door title="keys.title">
        <KeysCard access={access} email={link.data?.body.email ?? ''} />
        <BackToSignIn />
      </Door>
    );
  return (
    <Door title="sign-up.title">
      <Loaded of={link} lines={2}>
        {({ body }) => (
          <Form action={action} confirm="sign-up.confirm">
            <p>{t('sign-up.ask', { program: body.programName, email: body.email })}</p>
            <p className="quiet">{t('keys.once')}</p>
          </Form>
        )}
      </Loaded>
      {link.error && (
        <p>
          <Link to="/password/forgotten">{t('sign-in.forgotten')}</Link> <Link to="/signup">{t('sign-in.sign-up')}</Link>
        </p>
      )}
      <BackToSignIn />
    </Door>
  );
}

export function ForgottenPage(): ReactNode {
  const t = useText();
  const [isSent, setSent] = useState(false);
  const fields = useFields({ email: '' });
  const action = useAction(async () => {
    await call('post', '/backoffice-api/passwords/reset', { body: fields.values });
    setSent(true);
    fields.keep();
  });
  const bind = bindTo(fields, action.problem);
  return (
    <Door title="forgotten.title">
      {isSent ? (
        <p role="status">{t('forgotten.sent', { email: fields.values.email })}</p>
      ) : (
        <Form action={action} confirm="forgotten.do">
          <p className="quiet">{t('forgotten.about')}</p>
          <TextField {...bind('email')} label="field.email" type="email" autoComplete="username" isRequired />
        </Form>
      )}
      <BackToSignIn />
    </Door>
  );
}

/** Target page of invitation and reset links. */
export function ChoosePasswordPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const token = useToken();
  const [isDone, setDone] = useState(false);
  const [password, setPassword] = useState('');
  // Checked once, because a used link is no longer valid.
  const link = useQuery<Result<Schema<'PasswordTokenResponse'>>, Problem>({
    queryKey: ['password link', token],
    queryFn: () => call('get', '/backoffice-api/passwords', { query: { token } }),
    staleTime: Infinity,
    enabled: !isDone,
  });
  const action = useAction(async () => {
    await call('post', '/backoffice-api/passwords', { body: { token, password } });
    setDone(true);
  });
  return (
    <Door title="choose.title">
      {isDone ? (
        <p role="status">{t('choose.done')}</p>
      ) : (
        <Loaded of={link} lines={2}>
          {({ body }) => (
            <Form action={action} confirm="choose.do">
              <p className="quiet">
                {t(body.purpose === 'invitation' ? 'choose.invitation' : 'choose.reset', { until: moment(body.expiresAt) })}
              </p>
              <PasswordField label="field.password.new" value={password} change={setPassword} problem={action.problem} />
            </Form>
          )}
        </Loaded>
      )}
      {link.error && (
        <p>
          <Link to="/password/forgotten">{t('user.resend')}</Link>
        </p>
      )}
      <BackToSignIn />
    </Door>
  );
}

export function MyPasswordPage(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [old, setOld] = useState('');
  const [chosen, setChosen] = useState('');
  const action = useAction(
    () => call('put', '/backoffice-api/passwords/mine', { body: { old, new: chosen } }),
    () => void navigate({ to: '/' }),
  );
  return (
    <>
      <PageHead title={t('nav.password')} about={t('my-password.about')} />
      <Card>
        <Form action={action} confirm="choose.do" isReady={old !== '' && chosen !== ''}>
          <PasswordField label="field.password.old" value={old} change={setOld} isNew={false} problem={action.problem} path="old" />
          <PasswordField label="field.password.new" value={chosen} change={setChosen} problem={action.problem} path="new" />
        </Form>
      </Card>
    </>
  );
}
