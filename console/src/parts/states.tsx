import { Alert, Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Problem, ProblemKind } from '../api/problem.js';
import { useText, type MessageId } from '../messages/language.js';
import { useSession } from '../session.js';
import { useMarkedFields } from './marked-fields.js';

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

/** Kinds that may end without a change by the user. */
const ENDS_ALONE: readonly ProblemKind[] = ['offline', 'often', 'busy', 'failed'];

interface NoticeProps {
  readonly problem: Problem;
  readonly retry?: () => void;
}

/** Shows a problem and what can be done about it. That of an ended session disappears after the next sign-in. */
export function ProblemNotice({ problem, retry }: NoticeProps): ReactNode {
  const { state, hasEnded } = useSession();
  if (problem.kind === 'ended' && state === 'in' && !hasEnded) return null;
  return problem.violations.length > 0 ? <ViolationNotice problem={problem} /> : <CauseNotice problem={problem} retry={retry} />;
}

/** Names the wrong fields, which show their violations themselves, and leads to them. */
function ViolationNotice({ problem }: { readonly problem: Problem }): ReactNode {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const { fields, others } = useMarkedFields(box, problem);
  const isShownElsewhere = fields.length === 0 && others.length === 0;
  return (
    <Alert ref={box} color="var(--bad)" variant="outline" role="alert" className="pre">
      {fields.length > 0 && (
        <p>
          <strong>{t('problem.fields', { n: fields.length })}</strong>{' '}
          {fields.map(({ input, label }, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <button type="button" className="open-line" onClick={() => input.focus()}>
                {label}
              </button>
            </Fragment>
          ))}
        </p>
      )}
      {isShownElsewhere && <p>{t('problem.refused')}</p>}
      {others.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  );
}

/** Shows a problem that no field has. The server's own sentence is the title of a refusal. */
function CauseNotice({ problem, retry }: NoticeProps): ReactNode {
  const t = useText();
  const { kind, message, waitSeconds, requestId } = problem;
  const isRefused = kind === 'refused' && message !== '';
  // The server's own explanation replaces the general advice.
  const advice = kind === 'forbidden' && message !== '' ? message : ADVICE[kind] && t(ADVICE[kind]);
  return (
    <Alert color="var(--bad)" variant="outline" role="alert" title={isRefused ? message : t(TITLES[kind])} className="pre">
      {waitSeconds !== null && <Wait seconds={waitSeconds} />}
      {advice !== null && <p>{advice}</p>}
      {requestId !== null && kind === 'failed' && <p className="small">{t('problem.request', { id: requestId })}</p>}
      {retry !== undefined && ENDS_ALONE.includes(kind) && (
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
function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

export interface LoadedProps<Data> {
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
