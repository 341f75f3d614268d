import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { useLocale, useText } from '../../messages/language.js';
import { FileViewer } from '../file-viewer.js';
import { DateInput } from '../date-field.js';
import { isDate, today, useFormat } from '../format.js';
import { StatusTag } from '../page.js';
import { Loaded } from '../states.js';
import { Table, type Column } from '../table.js';
import {
  compareDays,
  downloadDay,
  listAmendments,
  pageOf,
  PRINTED_KINDS,
  type Amendment,
  type PrintedKind,
  type AmendmentDesk,
  type Comparison,
} from './amendment-desk.js';
import { ChangedFields, YearlyPremium } from './difference.js';

interface ViewProps {
  readonly desk: AmendmentDesk;
  readonly startDate: string;
  /** Day after the last one. */
  readonly endDate: string;
}

/** Acts of a policy, and the comparison of two days. */
export function AmendmentsView(props: ViewProps): ReactNode {
  return (
    <div className="card-body stack">
      <AmendmentList desk={props.desk} />
      <PrintedDay {...props} />
      <ComparedDays {...props} />
    </div>
  );
}

function AmendmentList({ desk }: Pick<ViewProps, 'desk'>): ReactNode {
  const t = useText();
  const { day, money } = useFormat();
  const { language } = useLocale();
  const acts = useQuery<Amendment[], Problem>({
    queryKey: ['amendments', desk.name, desk.id, language],
    queryFn: ({ signal }) => listAmendments(desk, signal),
  });
  const columns: readonly Column<Amendment>[] = [
    { title: 'amendment.no', text: ({ amendmentNo }) => String(amendmentNo) },
    { title: 'amendment.kind', text: ({ kindTitle }) => kindTitle },
    { title: 'amendment.effectiveDate', text: ({ effectiveDate }) => day(effectiveDate) },
    {
      title: 'column.status',
      text: ({ statusTitle }) => statusTitle,
      show: ({ status, statusTitle }) => <StatusTag status={status} title={statusTitle} />,
    },
    { title: 'amendment.difference', text: ({ due }) => money(due.gross), isNumber: true },
  ];
  return (
    <Loaded of={acts}>
      {(found) =>
        found.length === 0 ? (
          <p className="empty">{t('amendment.none')}</p>
        ) : (
          <Table
            name="tab.amendments"
            rows={[...found].reverse()}
            columns={columns}
            keyOf={({ amendmentNo }) => amendmentNo}
            linkOf={({ amendmentNo }) => pageOf(desk, amendmentNo)}
          />
        )
      }
    </Loaded>
  );
}

/** Shows the policy as it covers a day, or a certificate of it, as a PDF. */
function PrintedDay({ desk, startDate, endDate }: ViewProps): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const [on, setOn] = useState(getFirstDay(startDate, endDate));
  const [kind, setKind] = useState<PrintedKind>('POLICY');
  const [asked, setAsked] = useState<{ readonly on: string; readonly kind: PrintedKind } | null>(null);
  return (
    <section className="stack">
      <h2>{t('printed-day')}</h2>
      <p className="quiet">{t('printed-day.about')}</p>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ on, kind });
        }}
      >
        <NativeSelect
          size="xs"
          label={t('printed-day.kind')}
          value={kind}
          onChange={({ target }) => setKind(target.value as PrintedKind)}
          data={PRINTED_KINDS.map((value) => ({ value, label: t(`printed-day.${value}`) }))}
        />
        <DateInput size="xs" label={t('printed-day.on')} value={on} onChange={({ target }) => setOn(target.value)} />
        <Button size="xs" mt={22} type="submit" disabled={!isDate(on)}>
          {t('printed-day.do')}
        </Button>
      </form>
      {asked !== null && (
        <FileViewer
          key={`${asked.kind} ${asked.on}`}
          id={`policy day ${desk.name} ${desk.id} ${asked.kind} ${asked.on} ${language}`}
          name={`${desk.id}-${asked.kind.toLowerCase()}-${asked.on}.pdf`}
          mimeType="application/pdf"
          load={(signal) => downloadDay(desk, asked.kind, asked.on, signal)}
        />
      )}
    </section>
  );
}

/** Returns today, or the start of a policy that does not cover it. */
function getFirstDay(startDate: string, endDate: string): string {
  const now = today();
  return now >= startDate && now < endDate ? now : startDate;
}

/** Shows what differs between two days of a policy. */
function ComparedDays({ desk, startDate, endDate }: ViewProps): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const [from, setFrom] = useState(startDate);
  const [to, setTo] = useState(getFirstDay(startDate, endDate));
  const [asked, setAsked] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const compared = useQuery<Comparison, Problem>({
    queryKey: ['amendment comparison', desk.name, desk.id, asked, language],
    queryFn: ({ signal }) => compareDays(desk, asked!, signal),
    enabled: asked !== null,
  });
  return (
    <section className="stack">
      <h2>{t('comparison')}</h2>
      <p className="quiet">{t('comparison.about')}</p>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ from, to });
        }}
      >
        <DateInput size="xs" label={t('comparison.from')} value={from} onChange={({ target }) => setFrom(target.value)} />
        <DateInput size="xs" label={t('comparison.to')} value={to} onChange={({ target }) => setTo(target.value)} />
        <Button size="xs" mt={22} type="submit" disabled={!isDate(from) || !isDate(to)}>
          {t('comparison.do')}
        </Button>
      </form>
      {asked !== null && (
        <Loaded of={compared} lines={3}>
          {({ changes, before, after }) => (
            <div className="stack" aria-live="polite">
              <ChangedFields changes={changes} />
              <YearlyPremium before={before} after={after} />
            </div>
          )}
        </Loaded>
      )}
    </section>
  );
}

/** Button to the form of a new amendment. */
export function ChangeButton({ desk }: Pick<ViewProps, 'desk'>): ReactNode {
  const t = useText();
  return (
    <Button component={Link} to={`${desk.home}/change`} size="xs" variant="default">
      {t('amendment.new')}
    </Button>
  );
}
