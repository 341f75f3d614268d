import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';

const MEGABYTE = 1_000_000;
const ENVIRONMENTS: Readonly<Record<string, MessageId>> = { production: 'environment.production', sandbox: 'environment.sandbox' };
const LINES: Titles = { fire: 'line.fire', motor: 'line.motor' };

/** Shows the responding node, all nodes, the database, backlogs and the versions in force. */
export function HealthPage(): ReactNode {
  const t = useText();
  const health = useGet('/backoffice-api/health');
  return (
    <>
      <PageHead title={t('nav.health')} />
      <Loaded of={health}>{({ body }) => <HealthView health={body} />}</Loaded>
    </>
  );
}

function HealthView({ health }: { readonly health: Schema<'HealthResponse'> }): ReactNode {
  const t = useText();
  const { number, moment, day } = useFormat();
  const { database, parameters } = health;
  const since = (version: number, from: string): string => t('health.version.since', { version, from: day(from) });
  return (
    <div className="stack">
      <div className="halves">
        <Card title="health.node">
          <Facts
            isRoomy
            facts={[
              ['health.status', health.status],
              ['column.why', health.reason ?? NOTHING],
              ['health.version', health.version],
              ['health.started', moment(health.startedAt)],
            ]}
          />
        </Card>
        <Card title="health.database">
          <Facts
            isRoomy
            facts={[
              ['health.database.version', database.version],
              ['health.database.size', `${number(Math.round(database.size / MEGABYTE))} MB`],
              [
                'health.pools',
                database.pools.map(({ schema, ...pool }) => <div key={schema}>{`${schema}: ${t('health.pool', pool)}`}</div>),
              ],
            ]}
          />
        </Card>
      </div>
      <Card title="health.nodes" isBare>
        <Nodes nodes={health.nodes} />
      </Card>
      {health.environments.map((of) => (
        <Environment key={of.environment} of={of} />
      ))}
      <Card title="health.lists">
        {parameters.map(({ list, version, validFrom }) => (
          <p key={list}>{`${list}: ${since(version, validFrom)}`}</p>
        ))}
        <p className="quiet">{t('health.lists.release')}</p>
      </Card>
    </div>
  );
}

type Node = Schema<'NodeResponse'>;

/** Lists the processes that use the database, and marks those that no longer respond. */
function Nodes({ nodes }: { readonly nodes: readonly Node[] }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const stateOf = ({ isSilent, isThis }: Node): string =>
    t(isThis ? 'health.node.this' : isSilent ? 'health.node.silent' : 'health.node.lives');
  const columns: readonly Column<Node>[] = [
    { title: 'health.host', text: ({ host, pid }) => `${host}, ${pid}` },
    {
      title: 'column.status',
      text: stateOf,
      show: (node) => <span className={`tag ${node.isSilent ? 'bad' : 'good'}`}>{stateOf(node)}</span>,
    },
    { title: 'health.version', text: ({ version }) => version },
    { title: 'health.started', text: ({ startedAt }) => moment(startedAt) },
    { title: 'health.seen', text: ({ seenAt }) => moment(seenAt) },
  ];
  return <Table name="health.nodes" rows={nodes} columns={columns} keyOf={({ host, pid, startedAt }) => `${host} ${pid} ${startedAt}`} />;
}

function Environment({ of }: { readonly of: Schema<'EnvironmentHealthResponse'> }): ReactNode {
  const t = useText();
  const { number, day } = useFormat();
  const { titleOf } = useCodes();
  const seconds = (n: number | null): string => (n === null ? NOTHING : t('health.seconds', { n: number(n) }));
  const tariffs = of.tariffs.map(({ line, code, version, validFrom }) => (
    <div key={line}>{`${titleOf(LINES, line)}: ${code}, ${t('health.version.since', { version, from: day(validFrom) })}`}</div>
  ));
  return (
    <Card title={ENVIRONMENTS[of.environment] ?? 'environment'}>
      <Facts
        isRoomy
        facts={[
          ['health.events', seconds(of.eventsBehindSeconds)],
          ['health.deliveries', seconds(of.deliveriesBehindSeconds)],
          ['health.overview', seconds(of.overviewAgeSeconds)],
          ['health.scans', number(of.pendingScans)],
          ['health.tariffs', tariffs],
        ]}
      />
    </Card>
  );
}
