import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { FileLoad } from '../file-load.js';
import { FormDialog, type FieldSpec } from '../form-dialog.js';
import { today, useFormat } from '../format.js';
import type { Column } from '../list-page.js';
import { readNumber } from '../read-csv.js';
import { Loaded } from '../states.js';
import { Table } from '../table.js';
import { RowButton, WriteButton } from '../write-button.js';

type Claim = Schema<'ClaimResponse'>;
const YES = ['true', '1', 'ναι', 'yes'];

/** Claims facts of a policy, which renewals and withdrawals use. */
export function ClaimsView({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const claims = useGet('/backoffice-api/applications/{id}/claims', { path: { id: String(id) } });
  const [open, setOpen] = useState<'claim' | 'file' | Claim | null>(null);
  const refresh = (): void => void claims.refetch();
  const columns: readonly Column<Claim>[] = [
    { title: 'claim.no', text: ({ claimNo }) => claimNo },
    { title: 'claim.date', text: ({ date }) => day(date) },
    { title: 'claim.atFault', text: ({ atFault }) => t(atFault ? 'answer.yes' : 'answer.no') },
    { title: 'claim.reserved', amount: ({ reserved }) => reserved },
    { title: 'claim.paid', amount: ({ paid }) => paid },
    { title: 'claim.recorded', text: ({ recordedBy, recordedAt }) => `${recordedBy}, ${moment(recordedAt)}` },
  ];
  return (
    <div className="card-body stack">
      <div className="tools">
        <WriteButton size="xs" variant="default" onClick={() => setOpen('claim')}>
          {t('claim.save')}
        </WriteButton>
        <WriteButton size="xs" variant="default" onClick={() => setOpen('file')}>
          {t('claim.load')}
        </WriteButton>
      </div>
      <Loaded of={claims} lines={3}>
        {({ body }) =>
          body.items.length === 0 ? (
            <p>{t('claim.empty')}</p>
          ) : (
            <Table
              name="tab.claims"
              columns={columns}
              rows={body.items}
              keyOf={({ claimNo }) => claimNo}
              actions={(claim) => <RowButton title="claim.delete" onClick={() => setOpen(claim)} />}
            />
          )
        }
      </Loaded>
      {open !== null && <ClaimDialog id={id} open={open} done={refresh} close={() => setOpen(null)} />}
    </div>
  );
}

/** Records, loads or deletes claims. */
function ClaimDialog({
  id,
  open,
  done,
  close,
}: {
  readonly id: number;
  readonly open: 'claim' | 'file' | Claim;
  readonly done: () => void;
  readonly close: () => void;
}): ReactNode {
  const t = useText();
  const fields: readonly FieldSpec[] = [
    { name: 'claimNo', label: 'claim.no' },
    { name: 'date', label: 'claim.date', type: 'date', initial: today() },
    {
      name: 'atFault',
      label: 'claim.atFault',
      initial: 'true',
      choices: [
        ['true', t('answer.yes')],
        ['false', t('answer.no')],
      ],
    },
    { name: 'reserved', label: 'claim.reserved', type: 'money', initial: '0' },
    { name: 'paid', label: 'claim.paid', type: 'money', initial: '0' },
  ];

  if (open === 'claim')
    return (
      <FormDialog
        title="claim.save"
        says={t('claim.save.says')}
        confirm="claim.save"
        fields={fields}
        send={(key, { claimNo = '', date = '', atFault, reserved, paid }) =>
          call('put', '/backoffice-api/applications/{id}/claims/{claimNo}', {
            path: { id: String(id), claimNo },
            key,
            body: { date, atFault: atFault === 'true', reserved: Number(reserved), paid: Number(paid) },
          })
        }
        done={done}
        close={close}
      />
    );
  if (open === 'file')
    return (
      <FileLoad
        title="claim.load"
        hint="claim.load.says"
        send={(key, rows) =>
          call('post', '/backoffice-api/claims', {
            key,
            body: {
              claims: rows.map(({ policyNo = '', claimNo = '', date = '', atFault = '', reserved, paid }) => ({
                policyNo,
                claimNo,
                date,
                atFault: YES.includes(atFault.toLowerCase()),
                reserved: readNumber(reserved),
                paid: readNumber(paid),
              })),
            },
          })
        }
        done={done}
        close={close}
      />
    );
  return (
    <FormDialog
      title="claim.delete"
      says={t('claim.delete.says', { no: open.claimNo })}
      confirm="claim.delete"
      isDestructive
      fields={[]}
      send={(key) =>
        call('delete', '/backoffice-api/applications/{id}/claims/{claimNo}', { path: { id: String(id), claimNo: open.claimNo }, key })
      }
      done={done}
      close={close}
    />
  );
}
