import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { leadsTo } from '../frame/navigation.js';
import { useText, type MessageId } from '../messages/language.js';
import { useWho } from '../session.js';
import { Card } from './page.js';

interface TileProps {
  readonly title: MessageId;
  readonly value: number | string;
  readonly note?: string;
  readonly to?: string;
  /** Filters of the linked list. */
  readonly search?: Readonly<Record<string, string>>;
}

/** A figure that links to the counted objects, if the role may see them. */
export function Tile({ title, value, note, to, search }: TileProps): ReactNode {
  const t = useText();
  const { role } = useWho();
  const content = (
    <>
      <span>{t(title)}</span>
      <strong>{value}</strong>
      {note !== undefined && <span className="quiet">{note}</span>}
    </>
  );
  if (to === undefined || !leadsTo(role, to)) return <div className="tile">{content}</div>;
  return (
    <Link className="tile" to={to} search={search}>
      {content}
    </Link>
  );
}

export interface BarRow {
  readonly key: string;
  readonly title: string;
  readonly value: number;
  readonly text: string;
  /** Filters of the list of what the bar counts. */
  readonly search?: Readonly<Record<string, string>>;
}

interface BarsProps {
  readonly title: MessageId;
  readonly rows: readonly BarRow[];
  /** List to which the bars with filters lead, if the role may see it. */
  readonly to?: string;
}

/** Bar chart. */
export function Bars({ title, rows, to }: BarsProps): ReactNode {
  const t = useText();
  const { role } = useWho();
  const isLinked = to !== undefined && leadsTo(role, to);
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="quiet">{t('list.empty')}</p>
      ) : (
        <div className="bars">
          {rows.map(({ key, title: name, value, text, search }) => [
            <span key={`${key} name`}>
              {isLinked && search !== undefined ? (
                <Link to={to} search={search}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </span>,
            <meter key={`${key} bar`} aria-label={name} min={0} max={most} value={Math.max(0, value)} />,
            <span key={`${key} value`} className="number">
              {text}
            </span>,
          ])}
        </div>
      )}
    </Card>
  );
}
