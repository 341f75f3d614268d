import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import '../../messages/runs.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { saveFile } from '../../parts/csv.js';
import { FormDialog, type FieldSpec, type Values } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { NOTHING, today, useFormat } from '../../parts/format.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { ProblemNotice } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { WriteButton } from '../../parts/write-button.js';

type Run = Schema<'AmendmentRunResponse'>;
type Policy = Schema<'AmendmentRunPolicyResponse'>;
type Step = 'start' | 'stop' | 'resume';
type Result = keyof Run['figures'];

const POLL_MS = 2_000;
const CHANGE_ROWS = [1, 2, 3, 4, 5, 6];
const FACT_ROWS = [1, 2, 3];
const STATES: Titles = {
  CALCULATING: 'run.CALCULATING',
  CALCULATED: 'run.CALCULATED',
  RUNNING: 'run.RUNNING',
  STOPPED: 'run.STOPPED',
  DONE: 'run.DONE',
};
const RESULTS: Titles = {
  ISSUED: 'run.ISSUED',
  UNPAID: 'run.UNPAID',
  REFERRED: 'run.REFERRED',
  UNCHANGED: 'run.UNCHANGED',
  REFUSED: 'run.REFUSED',
};
const KINDS: Titles = { CHANGE: 'run.CHANGE', CLAUSE: 'run.CLAUSE', CORRECTION: 'run.CORRECTION' };
const LINES: Titles = { fire: 'line.fire', motor: 'line.motor' };
const SUMS: readonly Result[] = ['issued', 'unpaid', 'referred', 'unchanged', 'refused', 'total'];

const isWorking = ({ state }: Run): boolean => state === 'CALCULATING' || state === 'RUNNING';
const lineOf = ({ filter }: Run): string => (filter as { line?: string }).line ?? '';

/** Runs that amend many policies, with a form for a new one. */
export function AmendmentRunsPage(): ReactNode {
  const t = useText();
  const { day, moment, number } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/amendment-runs');
  const [isNew, setNew] = useState(false);
  const columns: readonly Column<Run>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ state }) => titleOf(STATES, state) },
    { title: 'column.line', text: (run) => titleOf(LINES, lineOf(run)) },
    { title: 'run.reason', text: ({ reason }) => reason },
    { title: 'run.effectiveDate', text: ({ effectiveDate }) => day(effectiveDate) },
    { title: 'run.policies', text: ({ policies }) => number(policies), isNumber: true },
    { title: 'run.left', text: ({ left }) => number(left), isNumber: true },
    { title: 'run.createdBy', text: ({ createdBy, createdAt }) => `${createdBy}, ${moment(createdAt)}` },
  ];
  return (
    <>
      <PageHead title={t('nav.amendmentRuns')} about={t('run.about')}>
        <WriteButton size="xs" onClick={() => setNew(true)}>
          {t('run.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.amendmentRuns"
        {...list}
        columns={columns}
        filters={[
          { name: 'state', label: 'column.status', choices: choicesOf(STATES) },
          { name: 'line', label: 'column.line', choices: choicesOf(LINES) },
        ]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/amendment-runs/${id}`}
      />
      {isNew && <NewRunDialog close={() => setNew(false)} />}
    </>
  );
}

/** Rows of a path and a value; the next row is shown once the previous one is filled. */
function buildRows(name: 'change' | 'fact', rows: readonly number[]): FieldSpec[] {
  return rows.flatMap((row): FieldSpec[] => {
    const isShown = (values: Values): boolean => row === 1 || (values[`${name}Path${row - 1}`] ?? '').trim() !== '';
    const isOptional = name === 'fact' || row > 1;
    return [
      { name: `${name}Path${row}`, label: `run.${name}.path`, isShown, isOptional, ...(row === 1 && { hint: `run.${name}.path.hint` }) },
      { name: `${name}Value${row}`, label: 'run.value', isShown, isOptional: true },
    ];
  });
}

/** Reads a typed value: JSON where it looks like JSON, otherwise a text. The API converts numbers. */
function readValue(text: string): unknown {
  const typed = text.trim();
  if (!/^([[{"]|true$|false$|null$)/.test(typed)) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

function readRows(values: Values, name: 'change' | 'fact', rows: readonly number[]): Record<string, unknown> {
  const filled = rows.filter((row) => (values[`${name}Path${row}`] ?? '').trim() !== '');
  return Object.fromEntries(filled.map((row) => [values[`${name}Path${row}`]!.trim(), readValue(values[`${name}Value${row}`] ?? '')]));
}

function toRequest(values: Values): Schema<'AmendmentRunRequest'> {
  const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter((part) => part !== '');
  const optional = (name: string): Record<string, string> => (values[name]?.trim() ? { [name]: values[name].trim() } : {});
  const [agentCodes, versions] = [listOf(values['agentCodes']), listOf(values['tariffVersions'])];
  const facts = readRows(values, 'fact', FACT_ROWS);
  return {
    filter: {
      line: values['line'] ?? '',
      ...(agentCodes.length > 0 && { agentCodes }),
      ...(versions.length > 0 && { tariffVersions: versions.map(Number) }),
      ...optional('startFrom'),
      ...optional('startTo'),
      ...optional('endFrom'),
      ...optional('endTo'),
      ...(Object.keys(facts).length > 0 && { facts }),
    },
    kind: values['kind'] ?? '',
    effectiveDate: values['effectiveDate'] ?? '',
    reason: values['reason'] ?? '',
    changes: readRows(values, 'change', CHANGE_ROWS),
  } as Schema<'AmendmentRunRequest'>;
}

function NewRunDialog({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { choicesOf } = useCodes();
  const fields: readonly FieldSpec[] = [
    { name: 'line', label: 'column.line', choices: choicesOf(LINES), initial: 'fire', path: 'filter.line' },
    { name: 'kind', label: 'run.kind', choices: choicesOf(KINDS), initial: 'CHANGE' },
    { name: 'effectiveDate', label: 'run.effectiveDate', hint: 'run.effectiveDate.hint', type: 'date', initial: today() },
    { name: 'reason', label: 'run.reason', hint: 'run.reason.hint' },
    ...buildRows('change', CHANGE_ROWS),
    ...buildRows('fact', FACT_ROWS),
    { name: 'agentCodes', label: 'run.agentCodes', hint: 'run.agentCodes.hint', isOptional: true, path: 'filter.agentCodes' },
    { name: 'tariffVersions', label: 'run.tariffVersions', isOptional: true, path: 'filter.tariffVersions' },
    { name: 'startFrom', label: 'run.startFrom', type: 'date', isOptional: true, path: 'filter.startFrom' },
    { name: 'startTo', label: 'run.startTo', type: 'date', isOptional: true, path: 'filter.startTo' },
    { name: 'endFrom', label: 'run.endFrom', type: 'date', isOptional: true, path: 'filter.endFrom' },
    { name: 'endTo', label: 'run.endTo', type: 'date', isOptional: true, path: 'filter.endTo' },
  ];
  return (
    <FormDialog
      title="run.new"
      says={t('run.new.says')}
      confirm="run.calculate"
      fields={fields}
      send={(key, values) => call('post', '/backoffice-api/amendment-runs', { key, body: toRequest(values) })}
      done={({ body }) => void navigate({ to: '/amendment-runs/$id', params: { id: String(body.id) } })}
      close={close}
    />
  );
}

/** A run with its progress, sums and policies. */
export function AmendmentRunPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const run = useGet('/backoffice-api/amendment-runs/{id}', { path: { id }, keepsPrevious: true });
  const isPolled = run.data !== undefined && isWorking(run.data.body);
  const { refetch } = run;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [isPolled, refetch]);
  return <LoadedPage of={run}>{({ body }) => <RunView run={body} />}</LoadedPage>;
}

function RunView({ run }: { readonly run: Run }): ReactNode {
  const t = useText();
  const { day, moment, number } = useFormat();
  const { titleOf } = useCodes();
  const [asks, setAsks] = useState<Step | null>(null);
  const path = { id: String(run.id) };
  const save = useAction(async () =>
    saveFile(
      `amendment-run-${run.id}.ndjson`,
      await download('/backoffice-api/amendment-runs/{id}/results', { path, headers: { Accept: 'application/x-ndjson' } }),
    ),
  );
  return (
    <>
      <PageHead title={t('run.title', { id: run.id })} about={titleOf(STATES, run.state)}>
        <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
          {t('run.results')}
        </Button>
        {isWorking(run) && (
          <WriteButton size="xs" variant="default" onClick={() => setAsks('stop')}>
            {t('run.stop')}
          </WriteButton>
        )}
        {run.state === 'STOPPED' && (
          <WriteButton size="xs" onClick={() => setAsks('resume')}>
            {t('run.resume')}
          </WriteButton>
        )}
        {run.state === 'CALCULATED' && !run.isOwn && (
          <WriteButton size="xs" onClick={() => setAsks('start')}>
            {t('run.start')}
          </WriteButton>
        )}
      </PageHead>
      <div className="stack">
        {save.problem !== null && <ProblemNotice problem={save.problem} />}
        {run.state === 'CALCULATED' && run.isOwn && <p role="status">{t('run.own')}</p>}
        <Card>
          <Facts
            facts={[
              ['run.reason', run.reason],
              ['run.kind', titleOf(KINDS, run.kind)],
              ['run.effectiveDate', day(run.effectiveDate)],
              ['run.filter', <Json key="filter" value={run.filter} />],
              ['run.changes', <Json key="changes" value={run.changes} />],
              ['run.policies', number(run.policies)],
              ['run.calculated', number(run.calculated)],
              ['run.done', number(run.done)],
              ['run.left', number(run.left)],
              ['run.createdBy', `${run.createdBy}, ${moment(run.createdAt)}`],
              ['run.startedBy', run.startedBy === null ? NOTHING : `${run.startedBy}, ${moment(run.startedAt)}`],
            ]}
            isRoomy
          />
        </Card>
        <Card title="run.figures" isBare>
          <Figures run={run} />
        </Card>
        <Policies run={run} />
      </div>
      {asks !== null && <StepDialog run={run} step={asks} close={() => setAsks(null)} />}
    </>
  );
}

/** Shows names and values of an object, one a line. */
function Json({ value }: { readonly value: object }): ReactNode {
  return Object.entries(value).map(([name, each]) => (
    <div key={name} className="small">{`${name}: ${typeof each === 'string' ? each : JSON.stringify(each)}`}</div>
  ));
}

function Figures({ run }: { readonly run: Run }): ReactNode {
  const t = useText();
  const { money, number } = useFormat();
  const columns: readonly Column<Result>[] = [
    { title: 'run.result', text: (result) => t(result === 'total' ? 'run.total' : (RESULTS[result.toUpperCase()] ?? 'run.total')) },
    { title: 'run.policies', text: (result) => number(run.figures[result].count), isNumber: true },
    { title: 'run.yearly', text: (result) => money(run.figures[result].yearly), isNumber: true },
    { title: 'run.due', text: (result) => money(run.figures[result].due), isNumber: true },
  ];
  return <Table name="run.figures" rows={SUMS} columns={columns} keyOf={(result) => result} />;
}

/** Lists the policies with their results, again when the run has gone on. */
function Policies({ run }: { readonly run: Run }): ReactNode {
  const t = useText();
  const { titleOf, choicesOf } = useCodes();
  const path = { id: String(run.id) };
  const list = useList('/backoffice-api/amendment-runs/{id}/policies', { path });
  const { refetch } = list.page;
  useEffect(() => void refetch(), [run.state, refetch]);
  const columns: readonly Column<Policy>[] = [
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo },
    { title: 'column.agent', text: ({ agentCode }) => agentCode },
    { title: 'run.result', text: ({ result }) => (result === null ? t('run.waits') : titleOf(RESULTS, result)) },
    { title: 'run.amendmentNo', text: ({ amendmentNo }) => (amendmentNo === null ? '' : String(amendmentNo)), isNumber: true },
    { title: 'run.yearly', amount: ({ yearly }) => yearly },
    { title: 'run.due', amount: ({ due }) => due },
    {
      title: 'run.faults',
      text: ({ faults }) => faults.map(({ path: at, message }) => [at, message].filter(Boolean).join(': ')).join(' '),
    },
  ];
  return (
    <List
      name="run.policies"
      {...list}
      columns={columns}
      filters={[{ name: 'result', label: 'run.result', choices: choicesOf(RESULTS) }]}
      keyOf={({ applicationId }) => applicationId}
    />
  );
}

interface StepDialogProps {
  readonly run: Run;
  readonly step: Step;
  readonly close: () => void;
}

function StepDialog({ run, step, close }: StepDialogProps): ReactNode {
  const t = useText();
  const { money, number } = useFormat();
  const { issued, unpaid, referred } = run.figures;
  const figures = {
    issued: number(issued.count),
    unpaid: number(unpaid.count),
    referred: number(referred.count),
    back: money(-issued.due),
    due: money(unpaid.due),
  };
  return (
    <FormDialog
      title={`run.${step}`}
      says={t(`run.${step}.says`, figures)}
      confirm={`run.${step}`}
      isDestructive={step === 'start'}
      fields={[]}
      send={(key) => call('post', `/backoffice-api/amendment-runs/{id}/${step}`, { path: { id: String(run.id) }, key })}
      close={close}
    />
  );
}
