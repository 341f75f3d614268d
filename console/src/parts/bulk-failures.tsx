import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.js';
import '../messages/bulk.js';
import { useText } from '../messages/language.js';

export interface BulkFailure {
  readonly id: number | string;
  /** Name or number of the row. */
  readonly name: string;
  readonly problem: Problem;
}

/** Result of an action on several rows. */
export interface BulkOutcome<Row> {
  readonly done: readonly Row[];
  readonly failures: readonly BulkFailure[];
}

/** Names each refused row with the reason. */
export function BulkFailures({ of: failures }: { readonly of: readonly BulkFailure[] }): ReactNode {
  const t = useText();
  if (failures.length === 0) return null;
  return (
    <Alert color="var(--bad)" variant="outline" role="alert" m="sm" title={t('bulk.failed')}>
      {failures.map(({ id, name, problem }) => (
        <p key={id}>
          <strong>{name}</strong> {problem.kind === 'often' ? t('bulk.wait') : problem.message}
        </p>
      ))}
    </Alert>
  );
}
