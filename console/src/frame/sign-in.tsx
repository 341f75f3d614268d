import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useGet } from '../api/use-get.js';
import { BASE_PATH, ENVIRONMENT, FOLDER, pathIn, SANDBOX_ONLY } from '../base.js';
import { useText } from '../messages/language.js';
import { Loading, ProblemNotice } from '../parts/states.js';
import { useSession, useWho, type SecondStep } from '../session.js';
import { Door } from './door.js';

const SecondStepForm = lazy(() => import('../parts/factors/second-step.js').then((part) => ({ default: part.SecondStepForm })));

/** Path of this environment's pages from the console's folder. */
const FOLDER_PATH = BASE_PATH.slice(FOLDER.length);

/** Sign-in, shown instead of the requested page at the same address. */
export function SignInPage(): ReactNode {
  return (
    <Door title="sign-in.title">
      {ENVIRONMENT === 'production' && new URLSearchParams(location.search).has(SANDBOX_ONLY) && <SandboxOnly />}
      <SignInWays />
    </Door>
  );
}

/** Tells a user of the sandbox only why production asks for a sign-in. */
function SandboxOnly(): ReactNode {
  const t = useText();
  return (
    <p role="status">
      {t('sandboxOnly')} <a href={pathIn('sandbox')}>{t('sandboxOnly.back')}</a>
    </p>
  );
}

/** Offers the provider, the password, or both. Without passwords the form is for the break-glass administrator only. */
function SignInWays(): ReactNode {
  const t = useText();
  const options = useGet('/backoffice-api/oidc');
  const [isEmergency, setEmergency] = useState(false);
  if (options.isPending) return <Loading />;
  const { providerName = null, passwordSignIn = true } = options.data?.body ?? {};
  const to = FOLDER_PATH + location.pathname.slice(BASE_PATH.length) + location.search;
  return (
    <>
      {providerName !== null && (
        <Stack gap="xs">
          <p className="quiet">{t('sign-in.with.about')}</p>
          <ProviderButton name={providerName} to={to} />
          {passwordSignIn && <p className="quiet">{t('sign-in.or')}</p>}
        </Stack>
      )}
      {(passwordSignIn || isEmergency) && <SignInForm />}
      <p className="links">
        {passwordSignIn && (
          <>
            <Link to="/password/forgotten">{t('sign-in.forgotten')}</Link>
            <Link to="/signup">{t('sign-in.sign-up')}</Link>
          </>
        )}
        {!passwordSignIn && !isEmergency && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEmergency(true)}>
            {t('sign-in.emergency')}
          </Button>
        )}
      </p>
    </>
  );
}

/** Leads to the provider. `to` is the page to show afterwards, from the console's folder. */
function ProviderButton({
  name,
  to,
  isNewTab = false,
}: {
  readonly name: string;
  readonly to: string;
  readonly isNewTab?: boolean;
}): ReactNode {
  const t = useText();
  const target = isNewTab ? { target: '_blank', rel: 'opener' } : {};
  return (
    <Button component="a" href={`${BASE_PATH}sign-in/provider?${new URLSearchParams({ to }).toString()}`} fullWidth {...target}>
      {t('sign-in.with', { name })}
    </Button>
  );
}

/** Asks a signed-in user again, in the way of the session that ended. The open page stays. */
export function SignInAgainForm(): ReactNode {
  const t = useText();
  const { email, method } = useWho();
  const options = useGet('/backoffice-api/oidc');
  const name = options.data?.body.providerName ?? null;
  if (method !== 'oidc' || name === null) return <SignInForm email={email} />;
  return (
    <Stack gap="sm">
      <p className="quiet">{t('session.ended.provider')}</p>
      <ProviderButton name={name} to={FOLDER_PATH} isNewTab />
    </Stack>
  );
}

const AUTHENTICATION_FAILED = '-201';

function SignInForm({ email: known = '' }: { readonly email?: string }): ReactNode {
  const t = useText();
  const { signIn } = useSession();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [step, setStep] = useState<SecondStep | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await run(() => signIn(email.trim(), password));
  };
  const run = async (begin: () => Promise<SecondStep | null>): Promise<void> => {
    setRunning(true);
    try {
      const next = await begin();
      setProblem(null);
      setStep(next);
      if (next !== null) setRunning(false);
    } catch (error) {
      setProblem(toProblem(error));
      setRunning(false);
    }
  };
  if (step !== null)
    return (
      <Suspense fallback={<Loading />}>
        <SecondStepForm step={step} back={() => setStep(null)} />
      </Suspense>
    );
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          label={t('field.email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoFocus={known === ''}
          data-autofocus={known === '' ? true : undefined}
        />
        <PasswordInput
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('field.password.show') }}
          data-autofocus={known === '' ? undefined : true}
        />
        {problem !== null && (problem.kind === 'ended' ? <WrongPassword problem={problem} /> : <ProblemNotice problem={problem} />)}
        <Button type="submit" loading={isRunning} fullWidth>
          {t('sign-in.do')}
        </Button>
        <Button variant="subtle" onClick={() => void run(beginWithPasskey)}>
          {t('sign-in.passkey')}
        </Button>
      </Stack>
    </form>
  );
}

async function beginWithPasskey(): Promise<SecondStep> {
  return (await call('post', '/backoffice-api/sessions/passkey')).body;
}

function WrongPassword({ problem: { code, message } }: { readonly problem: Problem }): ReactNode {
  const t = useText();
  return (
    <p role="alert" className="tag bad pre">
      {code === AUTHENTICATION_FAILED ? t('sign-in.wrong') : message}
    </p>
  );
}
