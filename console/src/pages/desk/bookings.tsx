import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { agentFilter } from '../../parts/line-filters.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { RowButton } from '../../parts/write-button.js';

type Booking = Schema<'BookingResponse'>;

const KINDS: Titles = {
  PAYMENT: 'booking.PAYMENT',
  SETTLEMENT: 'booking.SETTLEMENT',
  SUSPENSE: 'booking.SUSPENSE',
  RESOLUTION: 'booking.RESOLUTION',
  SUSPENSE_REFUND: 'booking.SUSPENSE_REFUND',
  SUSPENSE_CREDIT: 'booking.SUSPENSE_CREDIT',
  SUSPENSE_SETTLEMENT: 'booking.SUSPENSE_SETTLEMENT',
  BANK_ITEM: 'booking.BANK_ITEM',
};

/** Bookings of money, which can be reversed. */
export function BookingsPage(): ReactNode {
  const t = useText();
  const { money, day, moment } = useFormat();
  const { titleOf } = useCodes();
  const [chosen, setChosen] = useState<Booking | null>(null);
  const list = useList('/backoffice-api/bookings');
  const columns: readonly Column<Booking>[] = [
    { title: 'column.number', text: ({ transactionId }) => String(transactionId) },
    { title: 'column.kind', text: ({ kind }) => titleOf(KINDS, kind) },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'column.valueDate', text: ({ valueDate }) => (valueDate === null ? '' : day(valueDate)) },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '' },
    { title: 'column.since', text: ({ at }) => moment(at) },
    {
      title: 'booking.reversal',
      text: ({ reversal }) => (reversal === null ? '' : `${reversal.by}, ${moment(reversal.at)}: ${reversal.reason}`),
    },
  ];
  return (
    <>
      <PageHead title={t('nav.bookings')} about={t('booking.about')} />
      <List
        name="nav.bookings"
        {...list}
        columns={columns}
        filters={[
          { name: 'reference', label: 'column.reference' },
          { name: 'applicationId', label: 'field.applicationId', type: 'whole' },
          agentFilter(),
          {
            name: 'reversed',
            label: 'booking.reversal',
            choices: [
              ['yes', t('answer.yes')],
              ['no', t('answer.no')],
            ],
          },
        ]}
        keyOf={({ transactionId }) => transactionId}
        actions={(booking) =>
          booking.reversal === null && !booking.isFromFile && <RowButton title="booking.reverse" onClick={() => setChosen(booking)} />
        }
      />
      {chosen !== null && (
        <FormDialog
          title="booking.reverse"
          says={t('booking.reverse.says', { amount: money(chosen.amount), reference: chosen.reference })}
          confirm="booking.reverse"
          isDestructive
          fields={[{ name: 'reason', label: 'booking.reason', type: 'long' }]}
          send={(key, { reason = '' }) =>
            call('post', '/backoffice-api/bookings/{id}/reversal', { path: { id: chosen.transactionId }, key, body: { reason } })
          }
          close={() => setChosen(null)}
        />
      )}
    </>
  );
}
