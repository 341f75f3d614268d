import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../format.js';
import type { Column } from '../list-page.js';
import { Loaded } from '../states.js';
import { Table } from '../table.js';

type Delivery = Schema<'DocumentDeliveryResponse'>;

/** Lists who got which document of an application, when and in which way. */
export function DeliveriesView({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const deliveries = useGet('/backoffice-api/applications/{id}/deliveries', { path: { id: String(id) } });
  const columns: readonly Column<Delivery>[] = [
    { title: 'delivery.document', text: ({ kind, version, language }) => `${t(`delivery.${kind}`)} ${version} (${language})` },
    { title: 'delivery.to', text: ({ deliveredTo, channel }) => `${deliveredTo}, ${t(`delivery.${channel}`)}` },
    { title: 'delivery.at', text: ({ deliveredAt }) => moment(deliveredAt) },
    { title: 'delivery.hash', text: ({ sha256 }) => sha256.slice(0, 12) },
  ];
  return (
    <Loaded of={deliveries} lines={2}>
      {({ body }) =>
        body.items.length > 0 && (
          <div className="card-body stack">
            <h3>{t('delivery.title')}</h3>
            <Table
              name="delivery.title"
              columns={columns}
              rows={body.items}
              keyOf={(one) => `${one.kind} ${one.sha256} ${one.channel} ${one.deliveredTo}`}
            />
          </div>
        )
      }
    </Loaded>
  );
}
