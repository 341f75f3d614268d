import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { toProblem, type Problem } from '../../api/problem.js';
import { FOLDER } from '../../base.js';
import { Door } from '../../frame/door.js';
import { useText } from '../../messages/language.js';
import { Loading, ProblemNotice } from '../../parts/states.js';
import { announceSignIn } from '../../session.js';

/** Leads to the provider, and is the page to which the provider sends people back. */
export function ProviderSignInPage(): ReactNode {
  const t = useText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code works once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const query = new URLSearchParams(location.search);
    const hasReturned = query.has('state');
    (hasReturned ? finish(location.search.slice(1)) : begin(query.get('to') ?? '')).catch((error: unknown) => setProblem(toProblem(error)));
    if (hasReturned) history.replaceState(null, '', location.pathname);
  }, []);
  return (
    <Door title="sign-in.title">
      {problem === null ? (
        <Loading />
      ) : (
        <>
          <ProblemNotice problem={problem} />
          <p className="links">
            <Link to="/">{t('sign-in.back')}</Link>
          </p>
        </>
      )}
    </Door>
  );
}

async function begin(returnTo: string): Promise<void> {
  const { body } = await call('post', '/backoffice-api/oidc/sign-ins', { body: { returnTo } });
  location.replace(body.url);
}

async function finish(response: string): Promise<void> {
  const { body } = await call('post', '/backoffice-api/oidc/sessions', { body: { response } });
  announceSignIn();
  location.replace(FOLDER + body.returnTo);
}
