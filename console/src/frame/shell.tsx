import { Button, CloseButton } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { DOCS_PATH, ENVIRONMENT } from '../base.js';
import { CALLING, onProblem } from '../api/client.js';
import { useLocale, useText } from '../messages/language.js';
import { focusPage } from '../parts/focus.js';
import { useKeys } from '../parts/keys.js';
import { Above } from '../parts/above.js';
import { PageHead } from '../parts/page.js';
import { useWaitingCounts } from '../parts/overview/use-overview.js';
import { ProblemNotice } from '../parts/states.js';
import { TOASTS } from '../parts/toast-store.js';
import { Problem, toProblem } from '../api/problem.js';
import { useSession, useWho } from '../session.js';
import { AgentSwitch, InNameOf, useInName } from './agent.js';
import { Brand } from './brand.js';
import { entryOf, groupsFor } from './navigation.js';
import { ROLES } from './roles.js';
import { SignInAgainForm } from './sign-in.js';
import { EnvironmentSwitch, LanguageSwitch, ThemeSwitch } from './switches.js';

/** Frame around every page of a signed-in user. */
export function Shell(): ReactNode {
  const t = useText();
  const { hasEnded } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const menuButton = useRef<HTMLButtonElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    setOpen(false);
    // Moves the focus to the new page.
    if (shown.current !== pathname) focusPage();
    shown.current = pathname;
  }, [pathname]);
  const closeMenu = useCallback((): void => {
    setOpen(false);
    menuButton.current?.focus();
  }, []);
  return (
    <InNameOf>
      <div className={`frame ${ENVIRONMENT}`}>
        <a className="skip" href="#page">
          {t('nav.skip')}
        </a>
        <Side isOpen={isOpen} close={closeMenu} follow={() => setOpen(false)} />
        <div className="main">
          <section className="top" aria-label={t('bar')}>
            <div className="bar">
              <Button
                ref={menuButton}
                className="menu-button"
                size="xs"
                variant="default"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {t('nav.menu')}
              </Button>
              <BarTitle />
              <SearchButton />
              <span className="grow" />
              <span className="wide-only tools">
                <Switches />
              </span>
            </div>
            {ENVIRONMENT === 'sandbox' && <p className="notice sandbox">{t('environment.sandbox.notice')}</p>}
            <Connection />
          </section>
          <main className="page" id="page" tabIndex={-1}>
            <Pages />
          </main>
        </div>
        {hasEnded && <SignInAgain />}
        <ToastBox />
      </div>
    </InNameOf>
  );
}

/** Agent, environment and language: in the bar of a wide screen, in the menu of a phone. */
function Switches(): ReactNode {
  return (
    <>
      <AgentSwitch />
      <EnvironmentSwitch />
      <LanguageSwitch />
    </>
  );
}

/** Name of the page in the bar of a phone, where the menu hides it. */
function BarTitle(): ReactNode {
  const t = useText();
  const { pathname } = useLocation();
  const entry = entryOf(pathname);
  return <span className="bar-title phone-only">{entry !== null && t(entry.title)}</span>;
}

const Toasts = lazy(() => import('../parts/toasts.js').then((part) => ({ default: part.Toasts })));

/** Says what was done. Its code is loaded with the first message. */
function ToastBox(): ReactNode {
  const toasts = useSyncExternalStore(TOASTS.watch, TOASTS.get);
  return (
    <div className="toasts" aria-live="polite">
      {toasts.length > 0 && (
        <Suspense>
          <Toasts toasts={toasts} />
        </Suspense>
      )}
    </div>
  );
}

const SearchDialog = lazy(() => import('./search-dialog.js').then((part) => ({ default: part.SearchDialog })));

/** Opens the search; so do Ctrl or Cmd with K, and `/` on a page without a list. */
function SearchButton(): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || document.querySelector('[role=dialog]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  useKeys({ '/': () => document.querySelector('.filters') === null && setOpen(true) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className="search-button"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        rightSection={<kbd>{t('search.keys')}</kbd>}
      >
        {t('search')}
      </Button>
      {isOpen && (
        <Suspense>
          <SearchDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const NoGrant = lazy(() => import('./no-grant.js').then((part) => ({ default: part.NoGrant })));

/** Pages, mounted again for each agent so that no data of another one remains. A page of another role says so. */
function Pages(): ReactNode {
  const t = useText();
  const { agent } = useInName();
  const { role, consoleAccess } = useWho();
  const { pathname } = useLocation();
  const entry = entryOf(pathname);
  const isGranted = consoleAccess === null || consoleAccess === 'granted';
  if (!isGranted && entry?.roles.includes(role) === true && entry.needsNoGrant !== true)
    return (
      <Suspense>
        <NoGrant title={entry.title} />
      </Suspense>
    );
  if (entry === null || entry.roles.includes(role)) return <Outlet key={agent} />;
  return (
    <>
      <PageHead title={t(entry.title)} />
      <ProblemNotice problem={new Problem('forbidden', '')} />
    </>
  );
}

interface SideProps {
  readonly isOpen: boolean;
  /** Closes the phone menu and returns the focus. */
  readonly close: () => void;
  /** Closes the menu when a link is followed. */
  readonly follow: () => void;
}

function Side({ isOpen, close, follow }: SideProps): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const { role, name } = useWho();
  // Relative to the base address, which is the folder of the console.
  const help = `help/${language}/${role}`;
  // Another tab, so that input stays.
  useKeys({ '?': () => window.open(help, '_blank', 'noopener') });
  const { signOut } = useSession();
  const counts = useWaitingCounts();
  const [problem, setProblem] = useState<Problem | null>(null);
  const leave = (everywhere: boolean): void => void signOut(everywhere).catch((error: unknown) => setProblem(toProblem(error)));
  return (
    <nav className={isOpen ? 'side open' : 'side'} aria-label={t('nav')}>
      {isOpen && <Backdrop close={close} />}
      <Brand />
      {isOpen && (
        <CloseButton className="side-close" aria-label={t('nav.menu.close')} onClick={close} autoFocus c="inherit" variant="transparent" />
      )}
      {isOpen && (
        <div className="side-switches phone-only">
          <Switches />
        </div>
      )}
      {groupsFor(role).map(({ title, entries }) => (
        <div key={title}>
          <h2>{t(title)}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} activeOptions={{ exact: entry.to === '/', includeSearch: false }} onClick={follow}>
                  {t(entry.title)}
                  {(counts[entry.to] ?? 0) > 0 && <span className="badge">{counts[entry.to]}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="side-foot">
        <strong>{name}</strong>
        <p>{t(ROLES[role])}</p>
        <ThemeSwitch />
        <p>
          <button type="button" onClick={() => leave(false)}>
            {t('session.out')}
          </button>
          <button type="button" onClick={() => leave(true)}>
            {t('session.out.everywhere')}
          </button>
        </p>
        <p>
          <Link to="/sessions">{t('nav.sessions')}</Link>
          <Link to="/password/mine">{t('nav.password')}</Link>
          <Link to="/factors/mine">{t('nav.factors')}</Link>
          <a href={help} target="_blank" rel="noopener">
            {t('nav.help')}
          </a>
          <a href={DOCS_PATH}>{t('nav.docs')}</a>
        </p>
        {problem !== null && <ProblemNotice problem={problem} />}
      </div>
    </nav>
  );
}

/** Backdrop of a phone's menu: a press on it, or Escape, closes the menu (console.52). */
function Backdrop({ close }: { readonly close: () => void }): ReactNode {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [close]);
  return <div className="side-backdrop" onClick={close} />;
}

const SLOW_AFTER_MS = 6_000;

/** Warns about a lost connection or a slow response. */
function Connection(): ReactNode {
  const t = useText();
  const isCalling = useSyncExternalStore(CALLING.watch, CALLING.is);
  const [isSlow, setSlow] = useState(false);
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const timer = isCalling ? setTimeout(() => setSlow(true), SLOW_AFTER_MS) : undefined;
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isCalling]);
  useEffect(() => {
    const [off, on] = [() => setOffline(true), () => setOffline(false)];
    addEventListener('offline', off);
    addEventListener('online', on);
    const stop = onProblem(({ kind }) => setOffline(kind === 'offline'));
    return () => {
      removeEventListener('offline', off);
      removeEventListener('online', on);
      stop();
    };
  }, []);
  return (
    <div role="status">
      {isOffline && <p className="notice bad">{t('connection.offline')}</p>}
      {isSlow && !isOffline && <p className="notice">{t('connection.slow')}</p>}
    </div>
  );
}

/** Asks for the password over the page, so that typed values stay. */
function SignInAgain(): ReactNode {
  const t = useText();
  return (
    <Above title={t('session.ended')} onClose={() => undefined}>
      <p className="quiet">{t('session.ended.advice')}</p>
      <SignInAgainForm />
    </Above>
  );
}
