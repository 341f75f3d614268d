import { NativeSelect } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { setCallAgent } from '../api/client.js';
import { queryClient } from '../api/use-get.js';
import { LeavingQuestion, mayLoseTyped } from '../forms/leaving.js';
import { useText } from '../messages/language.js';
import { useWho } from '../session.js';

/** Key in the storage of this tab, for the chosen agent until the sign-out. A code is neither secret nor personal. */
const KEPT = 'agent';

interface InName {
  /** The user's own agent or a delegate; null for a user without a choice. */
  readonly agent: string | null;
  readonly choices: readonly string[];
  readonly choose: (agent: string) => void;
}

const InNameContext = createContext<InName>({ agent: null, choices: [], choose: () => undefined });

/** Provides the chosen agent to its children. A withdrawn delegation falls back to the own agent. */
export function InNameOf({ children }: { readonly children: ReactNode }): ReactNode {
  const { role, agentCode, delegates } = useWho();
  const choices = useMemo(
    () =>
      role === 'agent' && agentCode !== null && delegates.length > 0 ? [agentCode, ...delegates.filter((code) => code !== agentCode)] : [],
    [role, agentCode, delegates],
  );
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(KEPT));
  const agent = chosen !== null && choices.includes(chosen) ? chosen : (choices[0] ?? null);
  // Set before the children render, because their queries depend on it.
  const inName = useMemo(() => {
    setCallAgent(agent);
    const choose = (code: string): void => {
      sessionStorage.setItem(KEPT, code);
      void queryClient.cancelQueries();
      queryClient.clear();
      setChosen(code);
    };
    return { agent, choices, choose };
  }, [agent, choices]);
  return <InNameContext value={inName}>{children}</InNameContext>;
}

export function useInName(): InName {
  return useContext(InNameContext);
}

/** Selects the agent, on every page of a user with delegates. */
export function AgentSwitch(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { agentCode, agentName, delegates, delegateNames } = useWho();
  const { agent, choices, choose } = useInName();
  const [asked, setAsked] = useState<string | null>(null);
  if (agent === null) return null;
  const change = (code: string): void => {
    setAsked(null);
    choose(code);
    // The contract on this page belongs to the previous agent.
    if (pathname.startsWith('/portfolio/')) void navigate({ to: '/portfolio' });
  };
  const nameOf = (code: string): string => (code === agentCode ? agentName : delegateNames[delegates.indexOf(code)]) ?? code;
  const data = choices.map((code) => ({ value: code, label: nameOf(code) === code ? code : `${code} ${nameOf(code)}` }));
  return (
    <>
      <NativeSelect
        size="xs"
        className="agent-switch"
        aria-label={t('agent.inName')}
        value={agent}
        data={data}
        onChange={({ target }) => (mayLoseTyped() ? setAsked(target.value) : change(target.value))}
      />
      {asked !== null && <LeavingQuestion stay={() => setAsked(null)} leave={() => change(asked)} />}
    </>
  );
}
