import { useState, type ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { ActionDialog } from './action-dialog.js';
import { readCsv } from './read-csv.js';
import { FileField } from './file-field.js';
import { FileViolations } from './file-violations.js';
import { useAction } from './form.js';

type Row = Readonly<Record<string, string>>;

/** Sends the rows of a CSV file, and shows each error that the API finds. */
export function FileLoad<Output>({
  title,
  hint,
  send,
  done,
  close,
}: {
  readonly title: MessageId;
  /** Names the columns of the file. */
  readonly hint: MessageId;
  readonly send: (key: string, rows: readonly Row[]) => Promise<Output>;
  readonly done: () => void;
  readonly close: () => void;
}): ReactNode {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const action = useAction(async (key: string) => send(key, await readCsv(file!)), done);
  return (
    <ActionDialog title={title} says={t(hint)} confirm={title} action={action} isReady={file !== null} close={close}>
      <FileField label={t('load.file')} accept=".csv,text/csv" file={file} choose={setFile} />
      <FileViolations of={action.problem} />
    </ActionDialog>
  );
}
