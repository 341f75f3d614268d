import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { FileLoad } from '../../parts/file-load.js';
import { FormDialog, type FieldSpec } from '../../parts/form-dialog.js';
import { today, useFormat } from '../../parts/format.js';
import { FilterBar } from '../../parts/list-filters.js';
import { type Column } from '../../parts/list-page.js';
import { useListSearch } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { readNumber } from '../../parts/read-csv.js';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { WriteButton } from '../../parts/write-button.js';

type Entry = Schema<'BonusMalusEntryResponse'>;

const FIELDS: readonly FieldSpec[] = [
  { name: 'afm', label: 'bonusMalus.afm' },
  { name: 'bonusMalus', label: 'bonusMalus.class', type: 'whole' },
  { name: 'claimsLastYear', label: 'bonusMalus.claimsLastYear', type: 'whole', initial: '0' },
  { name: 'claimsLast5Years', label: 'bonusMalus.claimsLast5Years', type: 'whole', initial: '0' },
  { name: 'source', label: 'bonusMalus.source', isOptional: true },
];

/** Bonus-malus register: the rows of a vehicle, and the loading of files. */
export function BonusMalusPage(): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const search = useListSearch();
  const [open, setOpen] = useState<'row' | 'file' | null>(null);
  const { plate = '' } = search.values;
  const vehicle = useGet('/backoffice-api/bonus-malus/{plate}', { path: { plate }, enabled: plate !== '' });
  const columns: readonly Column<Entry>[] = [
    { title: 'bonusMalus.afm', text: ({ afm }) => afm },
    { title: 'bonusMalus.class', text: ({ bonusMalus }) => String(bonusMalus), isNumber: true },
    { title: 'bonusMalus.claimsLastYear', text: ({ claimsLastYear }) => String(claimsLastYear), isNumber: true },
    { title: 'bonusMalus.claimsLast5Years', text: ({ claimsLast5Years }) => String(claimsLast5Years), isNumber: true },
    { title: 'bonusMalus.source', text: ({ source }) => source },
    { title: 'bonusMalus.asOf', text: ({ asOf }) => day(asOf) },
  ];
  return (
    <>
      <PageHead title={t('nav.bonusMalus')} about={t('bonusMalus.about')}>
        <WriteButton size="xs" variant="default" onClick={() => setOpen('file')}>
          {t('bonusMalus.load')}
        </WriteButton>
        {plate !== '' && (
          <WriteButton size="xs" onClick={() => setOpen('row')}>
            {t('bonusMalus.save')}
          </WriteButton>
        )}
      </PageHead>
      <div className="card">
        <FilterBar filters={[{ name: 'plate', label: 'column.plateNo' }]} search={search} />
        {plate !== '' && (
          <Loaded of={vehicle} lines={3}>
            {({ body }) =>
              body.entries.length === 0 ? (
                <p className="card-body">{t('bonusMalus.empty')}</p>
              ) : (
                <Table name="nav.bonusMalus" columns={columns} rows={body.entries} keyOf={({ afm }) => afm} />
              )
            }
          </Loaded>
        )}
      </div>
      {open !== null && (
        <RegisterDialog
          plate={plate}
          etag={vehicle.data?.etag ?? null}
          open={open}
          done={() => void vehicle.refetch()}
          close={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Records the row of a vehicle, or loads a file. */
function RegisterDialog({
  plate,
  etag,
  open,
  done,
  close,
}: {
  readonly plate: string;
  readonly etag: string | null;
  readonly open: 'row' | 'file';
  readonly done: () => void;
  readonly close: () => void;
}): ReactNode {
  const t = useText();
  if (open === 'row')
    return (
      <FormDialog
        title="bonusMalus.save"
        says={t('bonusMalus.save.says', { plate })}
        confirm="bonusMalus.save"
        fields={[...FIELDS, { name: 'asOf', label: 'bonusMalus.asOf', type: 'date', initial: today() }]}
        send={(key, { afm = '', bonusMalus, claimsLastYear, claimsLast5Years, source = '', asOf = '' }) =>
          call('put', '/backoffice-api/bonus-malus/{plate}', {
            path: { plate },
            key,
            ifMatch: etag,
            body: {
              afm,
              bonusMalus: Number(bonusMalus),
              claimsLastYear: Number(claimsLastYear),
              claimsLast5Years: Number(claimsLast5Years),
              ...(source === '' ? {} : { source }),
              asOf,
            },
          })
        }
        done={done}
        close={close}
      />
    );
  return (
    <FileLoad
      title="bonusMalus.load"
      hint="bonusMalus.load.says"
      send={(key, rows) =>
        call('post', '/backoffice-api/bonus-malus', {
          key,
          body: {
            rows: rows.map(({ plateNo = '', afm = '', source = '', asOf = '', ...numbers }) => ({
              plateNo,
              afm,
              asOf,
              ...(source === '' ? {} : { source }),
              bonusMalus: readNumber(numbers['bonusMalus']),
              claimsLastYear: readNumber(numbers['claimsLastYear']),
              claimsLast5Years: readNumber(numbers['claimsLast5Years']),
            })),
          },
        })
      }
      done={done}
      close={close}
    />
  );
}
