import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { call, onProblem, setCsrfToken } from './api/client.js';
import { Problem, toProblem } from './api/problem.js';
import { queryClient } from './api/use-get.js';

export interface Who {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: 'agent' | 'admin' | 'underwriter' | 'issuing';
  readonly agentCode: string | null;
  readonly agentName: string | null;
  readonly delegates: readonly string[];
  readonly csrfToken: string | null;
}
export type Role = Who['role'];

/** Nobody is known while it is looked up (`looking`), or when that failed (`problem`). */
interface Session {
  readonly state: 'looking' | 'out' | 'in' | 'problem';
  readonly who: Who | null;
  readonly problem: Problem | null;
  /** The session ended while pages were open: they stay, with what was typed. */
  readonly hasEnded: boolean;
  readonly signIn: (email: string, password: string) => Promise<void>;
  readonly signOut: (everywhere: boolean) => Promise<void>;
  readonly look: () => Promise<Who | null>;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [state, setState] = useState<Session['state']>('looking');
  const [who, setWho] = useState<Who | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hasEnded, setHasEnded] = useState(false);

  const look = useCallback(async (): Promise<Who | null> => {
    try {
      const { body } = (await call('get', '/backoffice-api/sessions/current' as never)) as unknown as { body: Who };
      setCsrfToken(body.csrfToken ?? '');
      setWho(body);
      setState('in');
      setHasEnded(false);
      return body;
    } catch (error) {
      const found = toProblem(error);
      setProblem(found);
      setState(found.kind === 'ended' ? 'out' : 'problem');
      return null;
    }
  }, []);

  useEffect(() => void look(), [look]);
  useEffect(
    () =>
      onProblem(({ kind }) => {
        if (kind === 'ended' && who !== null) setHasEnded(true);
      }),
    [who],
  );

  const signIn = useCallback(
    async (email: string, password: string): Promise<void> => {
      await call('post', '/backoffice-api/sessions', { body: { email, password }, headers: { 'X-Session': 'cookie' } });
      const found = await look();
      // What somebody else had open is not for whoever signs in now.
      if (who !== null && who.userId !== found?.userId) location.reload();
      await queryClient.invalidateQueries();
    },
    [who, look],
  );

  const signOut = useCallback(async (everywhere: boolean): Promise<void> => {
    await call('delete', everywhere ? ('/backoffice-api/sessions' as never) : '/backoffice-api/sessions/current').catch(
      (error: unknown) => {
        if (toProblem(error).kind !== 'ended') throw error;
      },
    );
    setCsrfToken('');
    sessionStorage.clear();
    queryClient.clear();
    setWho(null);
    setHasEnded(false);
    setState('out');
  }, []);

  const session = useMemo(
    () => ({ state, who, problem, hasEnded, signIn, signOut, look }),
    [state, who, problem, hasEnded, signIn, signOut, look],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
}

/** Who is signed in; pages behind the sign-in alone ask. */
export function useWho(): Who {
  const { who } = useSession();
  if (who === null) throw new Error('Nobody is signed in.');
  return who;
}
