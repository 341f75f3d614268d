import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { useAction } from './form.js';
import { ProblemNotice } from './states.js';

interface BulkProps<Row> {
  readonly title: MessageId;
  readonly rows: readonly Row[];
  readonly send: (row: Row, key: string) => Promise<unknown>;
  readonly done: () => void;
}

/** Sends one write for each row, in order, and stops at the first refusal. A retry repeats none that succeeded. */
export function BulkButton<Row extends { readonly id: number | string }>({ title, rows, send, done }: BulkProps<Row>): ReactNode {
  const t = useText();
  const action = useAction(async (key) => {
    for (const row of rows) await send(row, `${key}-${row.id}`);
  }, done);
  return (
    <>
      <Button size="xs" loading={action.isRunning} onClick={() => void action.run()}>
        {t(title)}
      </Button>
      {action.problem !== null && <ProblemNotice problem={action.problem} />}
    </>
  );
}
