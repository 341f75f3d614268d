import type { ReactNode } from 'react';
import { apiAddress, type Environment } from '../base.js';
import '../messages/developer.js';
import { useText } from '../messages/language.js';
import { StatusCode, type Call } from './call-list.js';
import { CodeBlock, Copyable } from './copyable.js';
import { buildCurl } from './curl.js';
import { ErrorHelp } from './error-help.js';
import { NOTHING, useFormat } from './format.js';
import { BackToList } from './loaded-page.js';
import { Card, Facts, PageHead, type Fact } from './page.js';

interface CallDetailsProps {
  /** Null if the log no longer has it. */
  readonly of: Call | null;
  readonly children?: ReactNode;
}

/** One call of the request log: its facts, the explanation of its error, and the command that repeats it. */
export function CallDetails({ of, children }: CallDetailsProps): ReactNode {
  const t = useText();
  const { second, number } = useFormat();
  if (of === null)
    return (
      <PageHead title={t('nav.calls')} about={t('call.gone')}>
        <BackToList />
      </PageHead>
    );
  const { method, route, status, errorCode, environment } = of;
  const facts: readonly Fact[] = [
    ['column.at', second(of.at)],
    ['environment', t(environment === 'sandbox' ? 'environment.sandbox' : 'environment.production')],
    ['call.ms', number(of.durationMs)],
    ...(of.repeats > 1 ? ([['call.repeats', number(of.repeats)]] as const) : []),
    ['key.prefix', <Copyable key="key" value={of.keyPrefix} />],
    ['column.agent', of.agentCode ?? NOTHING],
    ['call.requestId', <Copyable key="id" value={of.requestId} />],
    ['column.address', of.address ?? NOTHING],
  ];
  return (
    <>
      <PageHead title={t('call.one', { route: `${method} ${route}` })} tag={<StatusCode status={status} />} />
      <div className="stack">
        <Card>
          <Facts facts={facts} isRoomy />
        </Card>
        {errorCode !== null && <ErrorHelp code={errorCode} />}
        <Card title="call.curl">
          <div className="stack">
            <p className="quiet">{t('call.curl.about')}</p>
            <CodeBlock name={t('call.curl')} text={buildCurl({ method, route, root: apiAddress(environment as Environment) })} />
          </div>
        </Card>
        {children}
      </div>
    </>
  );
}
