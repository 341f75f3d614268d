import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { toProblem, type Problem } from '../api/problem.js';
import { useText } from '../messages/language.js';
import { ProblemNotice } from '../parts/states.js';
import { useSession } from '../session.js';
import { Door } from './door.js';

/** Sign-in, shown instead of the requested page at the same address. */
export function SignInPage(): ReactNode {
  const t = useText();
  return (
    <Door title="sign-in.title">
      <SignInForm />
      <p className="links">
        <Link to="/password/forgotten">{t('sign-in.forgotten')}</Link>
        <Link to="/signup">{t('sign-in.sign-up')}</Link>
      </p>
    </Door>
  );
}

export function SignInForm({ email: known = '' }: { readonly email?: string }): ReactNode {
  const t = useText();
  const { signIn } = useSession();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRunning, setRunning] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    try {
      await signIn(email.trim(), password);
    } catch (error) {
      setProblem(toProblem(error));
      setRunning(false);
    }
  };
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
      </Stack>
    </form>
  );
}

function WrongPassword({ problem }: { readonly problem: Problem }): ReactNode {
  return (
    <p role="alert" className="tag bad pre">
      {problem.message}
    </p>
  );
}
