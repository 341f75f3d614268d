import { Alert, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { ENVIRONMENT } from '../base.js';
import { useText, type MessageId } from '../messages/language.js';
import '../messages/own.js';
import { PageHead } from '../parts/page.js';
import { ProblemNotice } from '../parts/states.js';
import { useSession, useWho } from '../session.js';

/** Replaces a page that calls the services while the agent's console is not granted them (console.80). */
export function NoGrant({ title }: { readonly title: MessageId }): ReactNode {
  const t = useText();
  const { look } = useSession();
  const { consoleAccess, productionDeclineReason: reason } = useWho();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isRequested = consoleAccess === 'requested';
  const request = async (): Promise<void> => {
    setRunning(true);
    setProblem(null);
    try {
      if (!isRequested) await call('post', '/backoffice-api/sessions/current/production');
      await look();
    } catch (error) {
      setProblem(toProblem(error));
    }
    setRunning(false);
  };
  const canRequest = ENVIRONMENT === 'production';
  const text: MessageId = canRequest ? (isRequested ? 'grant.requested' : 'grant.none') : 'grant.sandbox';
  return (
    <>
      <PageHead title={t(title)} />
      <Alert color="var(--info)" variant="outline" role="status">
        <p>{text === 'grant.none' && reason !== null ? t('grant.declined', { reason }) : t(text)}</p>
        {canRequest && (
          <Button mt="xs" size="xs" variant={isRequested ? 'default' : 'filled'} loading={isRunning} onClick={() => void request()}>
            {t(isRequested ? 'action.retry' : 'grant.request')}
          </Button>
        )}
      </Alert>
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}
