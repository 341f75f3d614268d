import type { ReactNode } from 'react';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { Bars, Tile } from '../figures.js';
import { useFormat } from '../format.js';
import { Loaded } from '../states.js';

export function Usage(): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const usage = useGet('/auth-api/resources/usage');
  const of = (limit: number | null): string => (limit === null ? t('usage.unlimited') : t('usage.of', { n: number(limit) }));
  return (
    <Loaded of={usage} lines={2}>
      {({ body }) => (
        <div className="stack">
          <div className="tiles">
            <Tile title="usage.hour" value={number(body.used)} note={of(body.limit)} />
            {body.day !== null && <Tile title="usage.day" value={number(body.day.used)} note={of(body.day.limit)} />}
          </div>
          <Bars
            title="usage.services"
            rows={body.services
              .filter(({ used }) => used > 0)
              .map(({ service, used }) => ({
                key: service,
                title: service,
                value: used,
                text: number(used),
                search: { console: 'true', route: `/${service}` },
              }))}
            to="/mine/calls"
          />
        </div>
      )}
    </Loaded>
  );
}
