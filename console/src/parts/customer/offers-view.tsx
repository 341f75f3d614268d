import { useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useLocale, useText } from '../../messages/language.js';
import { FileViewer } from '../file-viewer.js';
import { FormDialog } from '../form-dialog.js';
import { useFormat } from '../format.js';
import { Loaded } from '../states.js';
import { Table, type Column } from '../table.js';
import { RowButton, WriteButton } from '../write-button.js';

type Offer = Schema<'OfferResponse'>;

/** Statuses in which an offer can be made (customer.3). */
const OFFERED = ['01', '12', '39'];
const OFFERS = '/docs-api/policy/applications/{id}/offers';

/** Offers for an application, for its agent: the list, a new one, and its document. */
export function OffersView({ id, status }: { readonly id: number; readonly status: string }): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const { language } = useLocale();
  const offers = useGet(OFFERS, { path: { id } });
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<Offer | null>(null);
  const columns: readonly Column<Offer>[] = [
    { title: 'offer.no', text: ({ offer_no: no }) => no },
    {
      title: 'column.status',
      text: ({ current }) => t(current === '1' ? 'offer.current' : 'offer.former'),
      show: ({ current }) => (
        <span className={`tag ${current === '1' ? 'good' : ''}`}>{t(current === '1' ? 'offer.current' : 'offer.former')}</span>
      ),
    },
    { title: 'offer.made', text: ({ made_at: made }) => moment(made) },
    { title: 'offer.validUntil', text: ({ valid_until: last }) => day(last) },
    { title: 'column.gross', amount: ({ gross }) => gross },
  ];
  return (
    <section className="stack">
      <h2>{t('offers')}</h2>
      {OFFERED.includes(status) && (
        <div className="tools">
          <WriteButton size="xs" variant="default" onClick={() => setMaking(true)}>
            {t('offer.make')}
          </WriteButton>
        </div>
      )}
      <Loaded of={offers} lines={2}>
        {({ body }) =>
          body.length === 0 ? (
            <p>{t('offers.empty')}</p>
          ) : (
            <Table
              name="offers"
              rows={[...body].reverse()}
              columns={columns}
              keyOf={({ offer_no: no }) => no}
              actions={(offer) => offer.links.length > 0 && <RowButton title="offer.show" isRead onClick={() => setShown(offer)} />}
            />
          )
        }
      </Loaded>
      {shown !== null && (
        <FileViewer
          key={shown.offer_no}
          id={`offer ${id} ${shown.offer_no} ${language}`}
          name={`${shown.offer_no}.pdf`}
          mimeType="application/pdf"
          load={(signal) =>
            download('/docs-api/policy/applications/{id}/documents/{document_id}', {
              path: { id, document_id: getDocumentId(shown) },
              signal,
            })
          }
        />
      )}
      {isMaking && (
        <FormDialog
          title="offer.make"
          says={t('offer.make.says')}
          confirm="offer.make"
          fields={[]}
          send={async (key) => (await call('post', OFFERS, { path: { id }, key })).body}
          done={setShown}
          close={() => setMaking(false)}
        />
      )}
    </section>
  );
}

/** The id is the last part of the document's address. */
function getDocumentId({ links }: Offer): string {
  return links[0]?.href.split('/').at(-1) ?? '';
}
