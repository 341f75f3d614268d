import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { download } from '../../api/client.js';
import { useLocale, useText, type MessageId } from '../../messages/language.js';
import '../../messages/reports.js';
import { saveFile } from '../../parts/csv.js';
import { bindTo, ChoiceField, NumberField, TextField, useAction, useFields } from '../../parts/form.js';
import { dayAfter, today } from '../../parts/format.js';
import { areReadable } from '../../parts/number-field.js';
import { Card, PageHead } from '../../parts/page.js';
import { ProblemNotice } from '../../parts/states.js';
import { showToast } from '../../parts/toast-store.js';
import { useWho } from '../../session.js';

const REPORTS = {
  production: ['/backoffice-api/reports/production', 'report.production'],
  receipts: ['/backoffice-api/reports/receipts', 'report.receipts'],
  commissions: ['/backoffice-api/reports/commissions', 'report.commissions'],
  renewals: ['/backoffice-api/reports/renewals', 'report.renewals'],
  referrals: ['/backoffice-api/reports/referrals', 'report.referrals'],
  enfia: ['/backoffice-api/reports/enfia', 'report.enfia'],
  tax: ['/backoffice-api/reports/tax', 'report.tax'],
  levies: ['/backoffice-api/reports/levies', 'report.levies'],
  'receipts-by-class': ['/backoffice-api/reports/receipts-by-class', 'report.receiptsByClass'],
  receivables: ['/backoffice-api/reports/receivables', 'report.receivables'],
  'unearned-premium': ['/backoffice-api/reports/unearned-premium', 'report.unearned'],
  mydata: ['/backoffice-api/reports/mydata', 'report.mydata'],
} as const satisfies Readonly<Record<string, readonly [`/backoffice-api/reports/${string}`, MessageId]>>;
type Name = keyof typeof REPORTS;

/** Reports of the end of a day. */
const OF_A_DAY: ReadonlySet<Name> = new Set(['receivables', 'unearned-premium']);

const TYPES: Readonly<Record<string, string>> = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

/** Downloads a report for a period, in a format and language. */
export function ReportsPage(): ReactNode {
  const t = useText();
  const { role } = useWho();
  const { language } = useLocale();
  const names = (Object.keys(REPORTS) as Name[]).filter((name) => role !== 'underwriter' || name === 'referrals');
  const fields = useFields<Record<string, string>>({
    name: names[0]!,
    from: `${today().slice(0, 7)}-01`,
    to: today(),
    year: today().slice(0, 4),
    agent: '',
    line: '',
    format: 'csv',
    language,
  });
  const { values } = fields;
  const name = values.name as Name;
  const save = useAction(async () => {
    const file = await load(name, values);
    saveFile(`${name}.${values.format}`, file);
    if (await isEmpty(file, values.format)) showToast({ text: t('report.empty') });
  });
  const isReady = name !== 'enfia' || areReadable(values, { year: 'whole' });
  const bind = bindTo(fields, save.problem);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void save.run();
  };
  return (
    <>
      <PageHead title={t('nav.reports')} about={t('report.about')} />
      <Card>
        <form onSubmit={submit} noValidate className="stack">
          <div className="facts">
            <ChoiceField {...bind('name')} label="report.which" choices={names.map((key) => [key, t(REPORTS[key][1])])} />
            {name === 'enfia' ? (
              <NumberField {...bind('year')} label="report.year" kind="whole" />
            ) : (
              <>
                {!OF_A_DAY.has(name) && <TextField {...bind('from')} label="filter.from" type="date" />}
                <TextField {...bind('to')} label={OF_A_DAY.has(name) ? 'report.on' : 'filter.to'} type="date" />
                <ChoiceField
                  {...bind('line')}
                  label="column.line"
                  choices={[
                    ['', t('list.all')],
                    ['fire', t('line.fire')],
                    ['motor', t('line.motor')],
                  ]}
                />
              </>
            )}
            <TextField {...bind('agent')} label="filter.agent" />
            <ChoiceField
              {...bind('format')}
              label="report.format"
              choices={[
                ['csv', t('report.csv')],
                ['jsonl', t('report.json')],
              ]}
            />
            <ChoiceField
              {...bind('language')}
              label="report.language"
              choices={[
                ['el', t('language.el')],
                ['en', t('language.en')],
              ]}
            />
          </div>
          {save.problem !== null && <ProblemNotice problem={save.problem} />}
          <div className="tools">
            <Button type="submit" size="xs" loading={save.isRunning} disabled={!isReady}>
              {t('report.get')}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

function load(name: Name, values: Readonly<Record<string, string>>): Promise<Blob> {
  const { from, to, year, agent, line, format = 'csv', language = 'el' } = values;
  const period = name === 'enfia' ? { year } : OF_A_DAY.has(name) ? { on: to, line } : { from, to: to && dayAfter(to), line };
  return download(REPORTS[name][0], { query: { ...period, agent }, headers: { Accept: TYPES[format]!, 'Accept-Language': language } });
}

/** Far longer than the head of a CSV file. */
const HEAD_BYTES = 16_384;

/** Whether a report has no rows. */
async function isEmpty(file: Blob, format: string | undefined): Promise<boolean> {
  const lines = (await file.slice(0, HEAD_BYTES).text()).split('\n').filter((line) => line.trim() !== '');
  return lines.length <= (format === 'csv' ? 1 : 0);
}
