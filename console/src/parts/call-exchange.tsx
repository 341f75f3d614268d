import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import '../messages/developer.js';
import { useText, type MessageId } from '../messages/language.js';
import { CodeBlock } from './copyable.js';
import { Card } from './page.js';

export type Exchange = Schema<'ExchangeResponse'>;

/** Headers and JSON bodies of a call in the sandbox. */
export function CallExchange({ of: exchange }: { readonly of: Exchange | null }): ReactNode {
  const t = useText();
  if (exchange === null)
    return (
      <Card title="call.exchange">
        <p className="quiet">{t('call.exchange.none')}</p>
      </Card>
    );
  const { headers, request, response } = exchange;
  return (
    <Card title="call.exchange">
      <div className="stack">
        <p className="quiet">{t('call.exchange.about')}</p>
        {headers.length > 0 && (
          <CodeBlock name={t('call.headers')} text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
        )}
        <Body title="call.request.body" of={request} />
        <Body title="call.response.body" of={response} />
      </div>
    </Card>
  );
}

interface BodyProps {
  readonly title: MessageId;
  readonly of: Exchange['request'];
}

function Body({ title, of }: BodyProps): ReactNode {
  const t = useText();
  return (
    <section>
      <h3>{t(title)}</h3>
      {of === null ? <p className="quiet">{t('call.body.none')}</p> : <CodeBlock name={t(title)} text={indent(of.text)} />}
      {of?.cut === true && <p className="quiet">{t('call.body.cut')}</p>}
    </section>
  );
}

/** Returns JSON with indents; other text, and JSON that is cut, unchanged. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
