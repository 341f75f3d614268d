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

interface BarsProps {
  readonly title: MessageId;
  readonly rows: readonly { readonly key: string; readonly title: string; readonly value: number; readonly text: string }[];
}

/** Bar chart. */
export function Bars({ title, rows }: BarsProps): ReactNode {
  const t = useText();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="quiet">{t('list.empty')}</p>
      ) : (
        <div className="bars">
          {rows.map(({ key, title: name, value, text }) => [
            <span key={`${key} name`}>{name}</span>,
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
