import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { DOCS_PATH } from '../base.js';
import '../messages/developer.js';
import { useText } from '../messages/language.js';
import { Copyable } from './copyable.js';
import { Card } from './page.js';

/** Returns the texts of error codes by code, those that are loaded. */
export function useErrorHelp(codes: readonly (string | null)[]): ReadonlyMap<string, Schema<'ErrorHelpResponse'>> {
  const known = [...new Set(codes.filter((code) => code !== null))].toSorted().join(',');
  const found = useGet('/backoffice-api/error-codes', { query: { codes: known }, enabled: known !== '' });
  return new Map(found.data?.body.items.map((item) => [item.code, item]));
}

/** Explains an error: its text, cause and remedy, and the guide with all errors. */
export function ErrorHelp({ code }: { readonly code: string }): ReactNode {
  const t = useText();
  const help = useErrorHelp([code]).get(code);
  return (
    <Card title="call.help">
      <div className="stack">
        <p>
          <Copyable value={code} /> <strong>{help?.title}</strong>
        </p>
        {help !== undefined && (
          <dl className="answers">
            <div>
              <dt>{t('call.cause')}</dt>
              <dd>
                <Marked text={help.cause} />
              </dd>
            </div>
            <div>
              <dt>{t('call.remedy')}</dt>
              <dd>
                <Marked text={help.remedy} />
              </dd>
            </div>
          </dl>
        )}
        <p>
          <a href={`${DOCS_PATH}/guides/errors#${code.toLowerCase()}`} target="_blank" rel="noopener">
            {t('call.guide')}
          </a>
        </p>
      </div>
    </Card>
  );
}

/** Shows the parts of a text between backticks as code. */
function Marked({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
