import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { toProblem, type Problem } from '../../api/problem.js';
import { ProblemNotice } from '../states.js';
import { useSession, type SecondStep } from '../../session.js';
import { signWithPasskey } from './passkey.js';
import { useFactorText } from './texts.js';

interface SecondStepFormProps {
  readonly step: SecondStep;
  /** Returns to the password. */
  readonly back: () => void;
}

/** Second step of a sign-in: a code, a recovery code or a passkey. */
export function SecondStepForm({ step, back }: SecondStepFormProps): ReactNode {
  const f = useFactorText();
  const { completeSignIn } = useSession();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Problem | 'passkey' | null>(null);
  const [isRunning, setRunning] = useState(false);
  const { continuation, methods, passkey } = step;
  const complete = async (factor: Parameters<typeof completeSignIn>[0]): Promise<void> => {
    setRunning(true);
    try {
      await completeSignIn(factor);
    } catch (error) {
      setProblem(toProblem(error));
      setRunning(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void complete({ continuation, code });
  };
  const signByPasskey = async (): Promise<void> => {
    const signature = await signWithPasskey(passkey ?? {}).catch(() => null);
    if (signature === null) setProblem('passkey');
    else await complete({ continuation, passkey: signature });
  };
  return (
    <Stack gap="sm">
      <p className="quiet">{f(methods.includes('totp') ? 'step.about' : 'step.aboutPasskey')}</p>
      {passkey !== null && (
        <Button onClick={() => void signByPasskey()} loading={isRunning} fullWidth>
          {f('step.passkey')}
        </Button>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={f('step.code')}
            name="code"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
            data-autofocus
          />
          {problem !== null && <StepProblem problem={problem} />}
          <Button type="submit" variant={passkey === null ? 'filled' : 'default'} loading={isRunning} fullWidth>
            {f('step.do')}
          </Button>
        </Stack>
      </form>
      <Button variant="subtle" onClick={back}>
        {f('step.again')}
      </Button>
    </Stack>
  );
}

function StepProblem({ problem }: { readonly problem: Problem | 'passkey' }): ReactNode {
  const f = useFactorText();
  if (problem !== 'passkey' && problem.kind !== 'ended') return <ProblemNotice problem={problem} />;
  return (
    <p role="alert" className="tag bad pre">
      {f(problem === 'passkey' ? 'passkey.failed' : 'step.wrong')}
    </p>
  );
}
