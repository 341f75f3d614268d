import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { toProblem, type ProblemKind } from '../api/problem.js';
import { useText, type MessageId } from '../messages/language.js';
import type { BulkFailure, BulkOutcome } from './bulk-failures.js';
import { FormDialog, type FieldSpec, type Values } from './form-dialog.js';
import { useAction } from './form.js';
import { ProblemNotice } from './states.js';
import { showToast, type Toast } from './toast-store.js';

/** Refusals of one row. Any other problem concerns the following rows too. */
const ROW_PROBLEMS: readonly ProblemKind[] = ['refused', 'forbidden', 'absent', 'stale', 'often'];

interface BulkProps<Row> {
  readonly title: MessageId;
  readonly rows: readonly Row[];
  /** Name or number by which people know a row. */
  readonly nameOf: (row: Row) => string;
  readonly send: (row: Row, key: string, values: Values) => Promise<unknown>;
  readonly finish: (outcome: BulkOutcome<Row>) => void;
  /** Message about the rows that succeeded, which otherwise has their number. */
  readonly toast?: (rows: readonly Row[]) => Toast;
  /** Dialog before the writes. */
  readonly dialog?: { readonly says: ReactNode; readonly fields: readonly FieldSpec[]; readonly isDestructive?: boolean };
}

/** Sends one write for each row, in order, and continues after a refusal. A retry repeats none that succeeded. */
export function BulkButton<Row extends { readonly id: number | string }>(props: BulkProps<Row>): ReactNode {
  const { title, rows, nameOf, send, finish, dialog } = props;
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const hasFields = dialog !== undefined && dialog.fields.length > 0;
  const sendAll = async (key: string, values: Values): Promise<BulkOutcome<Row>> => {
    const [done, failures]: [Row[], BulkFailure[]] = [[], []];
    for (const row of rows) {
      try {
        await send(row, `${key}-${row.id}`, values);
        done.push(row);
      } catch (error) {
        const problem = toProblem(error);
        // A wrong input is wrong for every row, and shown at its field.
        const isInput = hasFields && problem.violations.length > 0 && done.length === 0;
        if (isInput || !ROW_PROBLEMS.includes(problem.kind)) throw problem;
        failures.push({ id: row.id, name: nameOf(row), problem });
        if (problem.kind === 'often') break;
      }
    }
    return { done, failures };
  };
  const toToast = ({ done }: BulkOutcome<Row>): Toast =>
    done.length > 0 && props.toast !== undefined
      ? props.toast(done)
      : { text: t('bulk.done', { action: t(title), n: done.length, total: rows.length }) };
  const action = useAction(
    (key) => sendAll(key, {}),
    (outcome) => {
      finish(outcome);
      showToast(toToast(outcome));
    },
  );
  return (
    <>
      <Button size="xs" loading={action.isRunning} onClick={() => (dialog === undefined ? void action.run() : setOpen(true))}>
        {t(title)}
      </Button>
      {action.problem !== null && <ProblemNotice problem={action.problem} />}
      {isOpen && dialog !== undefined && (
        <FormDialog title={title} confirm={title} {...dialog} send={sendAll} toast={toToast} done={finish} close={() => setOpen(false)} />
      )}
    </>
  );
}
