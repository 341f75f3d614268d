import { Alert, Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Problem, ProblemKind } from '../api/problem.js';
import { useText, type MessageId } from '../messages/language.js';

const SLOW_AFTER_MS = 4_000;

const TITLES: Readonly<Record<ProblemKind, MessageId>> = {
  offline: 'problem.offline',
  ended: 'problem.ended',
  forbidden: 'problem.forbidden',
  absent: 'problem.absent',
  stale: 'problem.stale',
  often: 'problem.often',
  refused: 'problem.refused',
  busy: 'problem.busy',
  failed: 'problem.failed',
};
const ADVICE: Readonly<Record<ProblemKind, MessageId | null>> = {
  offline: 'problem.offline.advice',
  ended: 'problem.ended.advice',
  forbidden: 'problem.forbidden.advice',
  absent: 'problem.absent.advice',
  stale: 'problem.stale.advice',
  often: null,
  refused: null,
  busy: 'problem.busy.advice',
  failed: 'problem.failed.advice',
};

/** Shows a problem and what can be done about it. */
export function ProblemNotice({ problem, retry }: { readonly problem: Problem; readonly retry?: () => void }): ReactNode {
  const t = useText();
  // The server's own explanation replaces the general advice.
  const advice = problem.kind === 'forbidden' && problem.message !== '' ? null : ADVICE[problem.kind];
  const fields = problem.faults.length;
  const messages = new Set(fields === 0 ? [problem.message] : problem.faults.map(({ message }) => message));
  return (
    <Alert
      color="red.9"
      variant="outline"
      role="alert"
      title={fields === 0 ? t(TITLES[problem.kind]) : t('problem.fields', { n: fields })}
      className="pre"
    >
      {[...messages].map((message) => message !== '' && <p key={message}>{message}</p>)}
      {problem.waitSeconds !== null && <Wait seconds={problem.waitSeconds} />}
      {advice !== null && <p>{t(advice)}</p>}
      {problem.requestId !== null && problem.kind === 'failed' && (
        <p className="small">{t('problem.request', { id: problem.requestId })}</p>
      )}
      {retry !== undefined && (
        <Button mt="xs" size="xs" variant="default" onClick={retry}>
          {t('action.retry')}
        </Button>
      )}
    </Alert>
  );
}

const MOST_SHOWN_SECONDS = 120;

function Wait({ seconds }: { readonly seconds: number }): ReactNode {
  const t = useText();
  if (seconds <= MOST_SHOWN_SECONDS) return <p>{t('problem.wait', { n: seconds })}</p>;
  return <p>{t('problem.wait.minutes', { n: Math.ceil(seconds / 60) })}</p>;
}

export function Loading({ lines = 4 }: { readonly lines?: number }): ReactNode {
  const t = useText();
  const isSlow = useSlow();
  return (
    <div className="state" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} mb="sm" width={`${95 - line * 9}%`} />
      ))}
      {isSlow && <p className="quiet">{t('state.slow')}</p>}
    </div>
  );
}

/** Returns true after a wait that a user notices. */
export function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

interface LoadedProps<Data> {
  readonly of: UseQueryResult<Data, Problem>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query, its progress or its problem. Loaded data remains when a later load fails. */
export function Loaded<Data>({ of, lines, children }: LoadedProps<Data>): ReactNode {
  const retry = (): void => void of.refetch();
  if (of.data === undefined) return of.error ? <ProblemNotice problem={of.error} retry={retry} /> : <Loading lines={lines} />;
  return (
    <>
      {of.error && <ProblemNotice problem={of.error} retry={retry} />}
      {children(of.data)}
    </>
  );
}
