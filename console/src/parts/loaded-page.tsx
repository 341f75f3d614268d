import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.js';
import { entryOf } from '../frame/navigation.js';
import { useText } from '../messages/language.js';
import { PageHead } from './page.js';
import { Loaded, ProblemNotice, type LoadedProps } from './states.js';

const HOME = { to: '/', title: 'nav.overview' } as const;

/** A link to the list or the menu entry to which the address belongs. */
export function BackToList(): ReactNode {
  const t = useText();
  const { pathname } = useLocation();
  const entry = entryOf(pathname);
  return <Link to={(entry ?? HOME).to}>{t(entry === null ? HOME.title : 'queue.back')}</Link>;
}

interface AbsentProps {
  readonly problem: Problem;
  readonly retry?: () => void;
}

/** Replaces the page of an object that could not be loaded: the heading of its list, the way back, and why. */
export function AbsentPage({ problem, retry }: AbsentProps): ReactNode {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t((entryOf(pathname) ?? HOME).title)}>
        <BackToList />
      </PageHead>
      <ProblemNotice problem={problem} retry={retry} />
    </>
  );
}

/** The page of an object, once it is loaded (console.171). */
export function LoadedPage<Data>({ of, ...props }: LoadedProps<Data>): ReactNode {
  if (of.data === undefined && of.error) return <AbsentPage problem={of.error} retry={() => void of.refetch()} />;
  return <Loaded of={of} {...props} />;
}
