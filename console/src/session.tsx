import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { call, onProblem, setCsrfToken } from './api/client.js';
import { Problem, toProblem } from './api/problem.js';
import type { Schema, Sent } from './api/schema.js';
import { queryClient } from './api/use-get.js';

type Who = Schema<'CurrentSessionResponse'>;
export type Role = Who['role'];

/** Notifies the browser's other tabs of a sign-in or sign-out. A sign-out empties them (console.51). */
const OTHER_TABS = new BroadcastChannel('console.session');
const CHANGED = 'changed';
const SIGNED_OUT = 'signed out';
/**
 * Errors after which the session is loaded again, because it may have changed: another sign-in or sign-out in this
 * browser (auth.14, auth.15), a required second factor, another role, an ended delegation, a withdrawn grant.
 */
const LOOKED_AGAIN_AT: readonly (string | null)[] = ['-205', '-206', 'API_KEY_MISSING', '-203', '-202', 'CONSOLE_UNAUTHORIZED'];

/** A sign-in that waits for its second factor. */
export type SecondStep = Schema<'SecondStepResponse'>;
const IN_COOKIE = { 'X-Session': 'cookie' };

/** Tells the other tabs that somebody signed in here. */
export function announceSignIn(): void {
  OTHER_TABS.postMessage(CHANGED);
}

/** State of the session: `looking` while it is loaded, `problem` if that failed. */
interface Session {
  readonly state: 'looking' | 'out' | 'in' | 'problem';
  readonly who: Who | null;
  readonly problem: Problem | null;
  /** Whether the session ended while pages were open, which stay with their typed values. */
  readonly hasEnded: boolean;
  /** Resolves with the second step if the user has a second factor; null once signed in. */
  readonly signIn: (email: string, password: string) => Promise<SecondStep | null>;
  readonly completeSignIn: (factor: Sent<'/backoffice-api/sessions/second-factor', 'post'>) => Promise<void>;
  readonly signOut: (everywhere: boolean) => Promise<void>;
  readonly look: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [state, setState] = useState<Session['state']>('looking');
  const [who, setWho] = useState<Who | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const signOuts = useRef(0);
  const userId = useRef<number | null>(null);

  const look = useCallback(async (): Promise<void> => {
    const before = signOuts.current;
    try {
      const { body } = await call('get', '/backoffice-api/sessions/current');
      if (signOuts.current !== before) return;
      // Another user signed in elsewhere and must not see what is loaded or typed.
      if (userId.current !== null && userId.current !== body.userId) forgetUser();
      userId.current = body.userId;
      setCsrfToken(body.csrfToken ?? '');
      setWho(body);
      setState('in');
      setHasEnded(false);
    } catch (error) {
      const found = toProblem(error);
      setProblem(found);
      if (found.kind === 'ended') setState((previous) => (previous === 'in' ? previous : 'out'));
      else setState((previous) => (previous === 'in' ? previous : 'problem'));
    }
  }, []);

  const leave = useCallback((): void => {
    signOuts.current += 1;
    userId.current = null;
    forgetUser();
    setWho(null);
    setHasEnded(false);
    setState('out');
  }, []);

  useEffect(() => void look(), [look]);
  useEffect(
    () =>
      onProblem(({ kind, code }) => {
        if (kind === 'ended' && who !== null) setHasEnded(true);
        if (LOOKED_AGAIN_AT.includes(code)) void look();
      }),
    [who, look],
  );

  useOtherTabs(leave, look);

  const enter = useCallback(async (): Promise<void> => {
    await look();
    announceSignIn();
    await queryClient.invalidateQueries();
  }, [look]);

  const signIn = useCallback(
    async (email: string, password: string): Promise<SecondStep | null> => {
      const { body } = await call('post', '/backoffice-api/sessions', { body: { email, password }, headers: IN_COOKIE });
      if ('continuation' in body) return body;
      await enter();
      return null;
    },
    [enter],
  );

  const completeSignIn = useCallback<Session['completeSignIn']>(
    async (body) => {
      await call('post', '/backoffice-api/sessions/second-factor', { body, headers: IN_COOKIE });
      await enter();
    },
    [enter],
  );

  const signOut = useCallback(
    async (everywhere: boolean): Promise<void> => {
      const url = await endSession(everywhere, who?.method === 'oidc').catch((error: unknown) => {
        if (toProblem(error).kind !== 'ended') throw error;
        return null;
      });
      OTHER_TABS.postMessage(SIGNED_OUT);
      if (url !== null) location.assign(url);
      leave();
    },
    [leave, who],
  );

  const session = useMemo(
    () => ({ state, who, problem, hasEnded, signIn, completeSignIn, signOut, look }),
    [state, who, problem, hasEnded, signIn, completeSignIn, signOut, look],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Drops what was loaded and stored for a user. */
function forgetUser(): void {
  setCsrfToken('');
  sessionStorage.clear();
  void queryClient.cancelQueries();
  queryClient.clear();
}

/** Follows sign-ins and sign-outs in other tabs. */
function useOtherTabs(leave: () => void, look: () => Promise<void>): void {
  useEffect(() => {
    const listen = ({ data }: MessageEvent): void => (data === SIGNED_OUT ? leave() : void look());
    OTHER_TABS.addEventListener('message', listen);
    return () => OTHER_TABS.removeEventListener('message', listen);
  }, [look, leave]);
}

/** Ends the session, or all of the account. Returns the page that ends it at the provider, if there is one. */
async function endSession(everywhere: boolean, isProviders: boolean): Promise<string | null> {
  if (!isProviders) {
    await call('delete', everywhere ? '/backoffice-api/sessions' : '/backoffice-api/sessions/current');
    return null;
  }
  if (everywhere) await call('delete', '/backoffice-api/sessions/others');
  return (await call('post', '/backoffice-api/sessions/current/sign-out')).body.url;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
}

/** Returns the signed-in user. For pages behind the sign-in only. */
export function useWho(): Who {
  const { who } = useSession();
  if (who === null) throw new Error('Nobody is signed in.');
  return who;
}
