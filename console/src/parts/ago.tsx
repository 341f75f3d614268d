import type { ReactNode } from 'react';
import { useFormat } from './format.js';

/** Says how long ago a time was, with the time itself on hover. */
export function Ago({ at }: { readonly at: string }): ReactNode {
  const { ago, moment } = useFormat();
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}
