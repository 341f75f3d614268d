import { NativeSelect } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { setCallAgent } from '../api/client.js';
import { queryClient } from '../api/use-get.js';
import { LeavingQuestion, mayLoseTyped } from '../forms/leaving.js';
import { useText } from '../messages/language.js';
import { useWho } from '../session.js';

/** Of this tab, until the sign-out: it survives a reload, and two tabs may each have their own. A code is neither a secret nor of a person. */
const KEPT = 'agent';

interface InName {
  /** In whose name one works: the own agent or a delegate. Null for whoever has no choice. */
  readonly agent: string | null;
  readonly choices: readonly string[];
  readonly choose: (agent: string) => void;
}

const InNameContext = createContext<InName>({ agent: null, choices: [], choose: () => undefined });

/** What is within works in the name of one agent; a choice that was withdrawn falls back to the own one. */
export function InNameOf({ children }: { readonly children: ReactNode }): ReactNode {
  const { role, agentCode, delegates } = useWho();
  const choices = useMemo(
    () =>
      role === 'agent' && agentCode !== null && delegates.length > 0 ? [agentCode, ...delegates.filter((code) => code !== agentCode)] : [],
    [role, agentCode, delegates],
  );
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(KEPT));
  const agent = chosen !== null && choices.includes(chosen) ? chosen : (choices[0] ?? null);
  // Before anything within is rendered: what it asks is asked, and remembered, in this name.
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

/** The choice of the agent, on every page of whoever has one. */
export function AgentSwitch(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { agentCode, agentName } = useWho();
  const { agent, choices, choose } = useInName();
  const [asked, setAsked] = useState<string | null>(null);
  if (agent === null) return null;
  const change = (code: string): void => {
    setAsked(null);
    choose(code);
    // What one agent has another one has not.
    if (pathname.startsWith('/portfolio/')) void navigate({ to: '/portfolio' });
  };
  const data = choices.map((code) => ({ value: code, label: code === agentCode && agentName !== null ? `${code} ${agentName}` : code }));
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
