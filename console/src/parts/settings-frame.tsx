import { Alert, Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, useState, type FormEvent, type ReactNode } from 'react';
import type { Result } from '../api/client.js';
import type { Problem } from '../api/problem.js';
import { useText, type MessageId } from '../messages/language.js';
import type { Action } from './form.js';
import { PageHead } from './page.js';
import { Loaded, ProblemNotice } from './states.js';
import { WriteButton } from './write-button.js';

/** Restarts the form with the saved values, or with the current ones if null. */
export type Renew<Body> = (saved: Result<Body> | null) => void;

interface FrameProps<Body> {
  readonly title: MessageId;
  readonly about: ReactNode;
  readonly of: UseQueryResult<Result<Body>, Problem>;
  /** The form. It keeps its initial values, so that a concurrent change is detected and typed values stay. */
  readonly children: (found: Result<Body>, renew: Renew<Body>) => ReactNode;
}

const FIRST = { round: 0, isSaved: false };

/** Page with a form of settings, which loads again after saving or to show another person's change. */
export function SettingsFrame<Body>({ title, about, of, children }: FrameProps<Body>): ReactNode {
  const t = useText();
  const [begun, setBegun] = useState<{ readonly round: number; readonly of?: Result<Body>; readonly isSaved: boolean }>(FIRST);
  const renew = async (saved: Result<Body> | null): Promise<void> => {
    const now = saved ?? (await of.refetch()).data;
    setBegun(({ round }) => ({ round: round + 1, of: now, isSaved: saved !== null }));
  };
  return (
    <>
      <PageHead title={t(title)} about={about} />
      {begun.isSaved && (
        <Alert variant="outline" role="status" mb="md">
          {t('settings.saved')}
        </Alert>
      )}
      <Loaded of={of}>
        {(found) => <Fragment key={begun.round}>{children(begun.of ?? found, (saved) => void renew(saved))}</Fragment>}
      </Loaded>
    </>
  );
}

interface SavedProps {
  readonly save: Action<[], unknown>;
  readonly isReady?: boolean;
  /** Replaces the input with the new state. */
  readonly renew: () => void;
  readonly children: ReactNode;
}

/** Renders the fields with a save button and the problem of saving. */
export function SavedForm({ save, isReady = true, renew, children }: SavedProps): ReactNode {
  const t = useText();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void save.run();
  };
  return (
    <form onSubmit={submit} noValidate className="stack">
      {children}
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
      <div className="tools">
        <WriteButton type="submit" size="xs" loading={save.isRunning} disabled={!isReady}>
          {t('action.save')}
        </WriteButton>
        {save.problem?.kind === 'stale' && (
          <Button size="xs" variant="default" onClick={renew}>
            {t('action.renew')}
          </Button>
        )}
      </div>
    </form>
  );
}
