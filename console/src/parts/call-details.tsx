import type { ReactNode } from 'react';
import { apiAddress, type Environment } from '../base.js';
import '../messages/developer.js';
import { useText } from '../messages/language.js';
import { CallExchange, type Exchange } from './call-exchange.js';
import { StatusCode, type Call } from './call-list.js';
import { CodeBlock, Copyable } from './copyable.js';
import { buildCurl, quoteForShell } from './curl.js';
import { ErrorHelp } from './error-help.js';
import { NOTHING, useFormat } from './format.js';
import { BackToList } from './loaded-page.js';
import { Card, Facts, PageHead, type Fact } from './page.js';

interface CallDetailsProps {
  readonly of: Call;
  /** Null if it was not recorded. */
  readonly exchange: Exchange | null;
  readonly children?: ReactNode;
}

/** A page for a call that the log no longer has. */
export function CallGone(): ReactNode {
  const t = useText();
  return (
    <PageHead title={t('nav.calls')} about={t('call.gone')}>
      <BackToList />
    </PageHead>
  );
}

/** One call of the request log, with the explanation of its error and the command that repeats it. */
export function CallDetails({ of, exchange, children }: CallDetailsProps): ReactNode {
  const t = useText();
  const { second, number } = useFormat();
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
  const sent = exchange?.request ?? null;
  const data = sent === null || sent.cut ? undefined : quoteForShell(sent.text);
  return (
    <>
      <PageHead title={t('call.one', { route: `${method} ${route}` })} tag={<StatusCode status={status} />} />
      <div className="stack">
        <Card>
          <Facts facts={facts} isRoomy />
        </Card>
        {errorCode !== null && <ErrorHelp code={errorCode} />}
        {environment === 'sandbox' && <CallExchange of={exchange} />}
        <Card title="call.curl">
          <div className="stack">
            <p className="quiet">{t(data === undefined ? 'call.curl.about' : 'call.curl.sent')}</p>
            <CodeBlock name={t('call.curl')} text={buildCurl({ method, route, root: apiAddress(environment as Environment), data })} />
          </div>
        </Card>
        {children}
      </div>
    </>
  );
}
