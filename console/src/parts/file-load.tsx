import { useState, type ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { ActionDialog } from './action-dialog.js';
import { readCsv } from './read-csv.js';
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
      <label className="stack">
        {t('load.file')}
        <input type="file" accept=".csv,text/csv" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />
      </label>
      {action.problem?.faults.map(({ path, message }) => (
        <p key={`${path} ${message}`} className="small">{`${path}: ${message}`}</p>
      ))}
    </ActionDialog>
  );
}
