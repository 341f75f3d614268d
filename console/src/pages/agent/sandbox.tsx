import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { apiAddress, ENVIRONMENT, pathIn } from '../../base.js';
import { readDraft, storeDraft } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import '../../messages/developer.js';
import { useLocale, useText } from '../../messages/language.js';
import { buildFixtureCurl, fillDraft, findLine } from '../../parts/fixtures.js';
import { CopyRowButton, RowButton } from '../../parts/write-button.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { FormDialog, type FieldSpec, type Values } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';

type Does = 'clock.set' | 'clock.advance' | 'clock.back' | 'reset' | 'fault.new' | 'fault.clear';

interface Tool {
  readonly isDestructive?: boolean;
  readonly fields: readonly FieldSpec[];
  readonly send: (key: string, values: Values) => Promise<unknown>;
}

const TOOLS: Readonly<Record<Does, Tool>> = {
  'clock.set': {
    fields: [{ name: 'frozen_time', label: 'sandbox.time', hint: 'sandbox.time.hint' }],
    send: (key, { frozen_time = '' }) => call('put', '/test-api/resources/clock', { key, body: { frozen_time } }),
  },
  'clock.advance': {
    fields: [{ name: 'days', label: 'sandbox.days', type: 'whole', initial: '30' }],
    send: (key, { days }) => call('post', '/test-api/resources/clock/advance', { key, body: { days: Number(days) } }),
  },
  'clock.back': { fields: [], send: () => call('delete', '/test-api/resources/clock') },
  reset: { isDestructive: true, fields: [], send: (key) => call('post', '/test-api/resources/reset', { key }) },
  'fault.new': {
    fields: [
      { name: 'status', label: 'sandbox.fault.status', initial: '503' },
      { name: 'count', label: 'sandbox.fault.count', type: 'whole', initial: '1' },
      { name: 'route', label: 'call.route', hint: 'sandbox.fault.route.hint', isOptional: true },
    ],
    send: (key, { status = '', count, route }) =>
      call('post', '/test-api/resources/faults', { key, body: { status, count: Number(count), route: route === '' ? undefined : route } }),
  },
  'fault.clear': { fields: [], send: () => call('delete', '/test-api/resources/faults') },
};

/** Clock, violations, reset and known values of the agent's sandbox. */
export function SandboxPage(): ReactNode {
  const t = useText();
  const [does, setDoes] = useState<Does | null>(null);
  const open = (name: Does): ReactNode => (
    <Button key={name} size="xs" variant="default" onClick={() => setDoes(name)}>
      {t(`sandbox.${name}`)}
    </Button>
  );
  if (ENVIRONMENT !== 'sandbox')
    return (
      <>
        <PageHead title={t('nav.sandbox')} />
        <Card>
          <p>
            {t('sandbox.elsewhere')} <a href={pathIn('sandbox')}>{t('environment.sandbox')}</a>
          </p>
        </Card>
      </>
    );
  return (
    <>
      <PageHead title={t('nav.sandbox')} about={t('sandbox.about')}>
        {open('reset')}
      </PageHead>
      <div className="stack">
        <div className="halves">
          <Card title="sandbox.clock">
            <div className="stack">
              <Clock />
              <Group>{(['clock.set', 'clock.advance', 'clock.back'] as const).map(open)}</Group>
            </div>
          </Card>
          <Card title="sandbox.faults">
            <div className="stack">
              <Violations />
              <Group>{(['fault.new', 'fault.clear'] as const).map(open)}</Group>
            </div>
          </Card>
        </div>
        <Fixtures />
      </div>
      {does !== null && (
        <FormDialog
          key={does}
          title={`sandbox.${does}`}
          says={t(`sandbox.${does}.says`)}
          confirm={`sandbox.${does}`}
          {...TOOLS[does]}
          close={() => setDoes(null)}
        />
      )}
    </>
  );
}

const POLL_MS = 2_000;
const STATES: Titles = {
  ready: 'sandbox.state.ready',
  advancing: 'sandbox.state.advancing',
  resetting: 'sandbox.state.resetting',
};

/** Shows the time of the agent's sandbox and polls while it advances. */
function Clock(): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const { moment } = useFormat();
  const { titleOf } = useCodes();
  const clock = useQuery<Result<Schema<'ClockResponse'>>, Problem>({
    queryKey: ['sandbox clock', language],
    queryFn: ({ signal }) => call('get', '/test-api/resources/clock', { signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.body.state === 'ready' ? false : POLL_MS),
  });
  const at = (time: string): string => moment(new Date(time).toISOString());
  return (
    <Loaded of={clock} lines={2}>
      {({ body }) => (
        <Facts
          facts={[
            ['sandbox.now', at(body.time)],
            ['sandbox.kind', t(body.frozen_time === null ? 'sandbox.runs' : 'sandbox.stands')],
            ['column.status', titleOf(STATES, body.state)],
          ]}
        />
      )}
    </Loaded>
  );
}

function Violations(): ReactNode {
  const t = useText();
  const violations = useGet('/test-api/resources/faults');
  return (
    <Loaded of={violations} lines={2}>
      {({ body }) =>
        body.length === 0 ? (
          <p className="quiet">{t('sandbox.fault.none')}</p>
        ) : (
          body.map(({ status, count, route }, index) => (
            <p key={index}>{t('sandbox.fault.is', { status, count, route: route ?? t('sandbox.fault.every') })}</p>
          ))
        )
      }
    </Loaded>
  );
}

type Fixture = Schema<'FixtureResponse'>;

/** Lists input values with a known outcome. */
function Fixtures(): ReactNode {
  const fixtures = useGet('/test-api/resources/fixtures');
  const fieldsOf = ({ fields }: Fixture): string[] =>
    Object.entries(fields).map(([path, value]) => `${path.slice(path.lastIndexOf('.') + 1)} = ${JSON.stringify(value)}`);
  const columns: readonly Column<Fixture>[] = [
    { title: 'sandbox.fixture.code', text: ({ code }) => code },
    { title: 'sandbox.fixture.what', text: ({ title }) => title },
    { title: 'call.route', text: ({ call: route }) => route },
    { title: 'sandbox.fixture.fields', text: (row) => fieldsOf(row).join(', ') },
    {
      title: 'sandbox.fixture.outcome',
      text: ({ outcome: { status, code, value } }) => [status, code, value].filter((part) => part !== null).join(' '),
    },
  ];
  return (
    <Card title="sandbox.fixtures" isBare>
      <Loaded of={fixtures} lines={8}>
        {({ body }) => (
          <Table
            name="sandbox.fixtures"
            rows={body}
            columns={columns}
            keyOf={(row) => JSON.stringify(row)}
            actions={(row) => <FixtureActions of={row} />}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Fills the form of the line with the values, or copies the command that sends them. */
function FixtureActions({ of }: { readonly of: Fixture }): ReactNode {
  const navigate = useNavigate();
  const { locale } = useLocale();
  const { agent } = useInName();
  const line = findLine(of);
  if (line === null) return null;
  const use = (): void => {
    const form = `quote.${line}.${agent ?? ''}`;
    // Test values are no personal data.
    storeDraft(form, fillDraft(readDraft(form), of, locale));
    void navigate({ to: `/quote/${line}` });
  };
  return (
    <span className="tools">
      <RowButton title="fixture.use" onClick={use} />
      <CopyRowButton title="fixture.curl" value={buildFixtureCurl(of, line, apiAddress('sandbox'))} />
    </span>
  );
}
