import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Sent } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useWho } from '../../session.js';
import { LongField, bindTo, forgetDraft, useAction, useFields } from '../form.js';
import { useFormat } from '../format.js';
import { Card } from '../page.js';
import { ProblemNotice } from '../states.js';
import { showToast } from '../toast-store.js';
import { WriteButton, useIsReader } from '../write-button.js';
import type { Application } from './application.js';

type AssigneeRequest = Sent<'/backoffice-api/applications/{id}/assignee', 'put'>;

interface Assignment {
  readonly assign: (key: string, body: AssigneeRequest) => Promise<unknown>;
  readonly release: (key: string) => Promise<unknown>;
}

function toAssignment(id: number): Assignment {
  const path = { id };
  return {
    assign: (key, body) => call('put', '/backoffice-api/applications/{id}/assignee', { path, key, body }),
    release: (key) => call('delete', '/backoffice-api/applications/{id}/assignee', { path, key }),
  };
}

/** Shows and changes the assignee of an application. */
export function Assignee({ application: { id, assignee } }: { readonly application: Application }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { userId, role } = useWho();
  const { assign, release } = toAssignment(id);
  const take = useAction(
    (key) => assign(key, { takeOver: assignee !== null }),
    () => {
      // Issuing takes from others, but does not assign to them.
      const canRestore = assignee === null || role !== 'issuing';
      const undo = assignee === null ? release : (key: string) => assign(key, { userId: assignee.id, takeOver: true });
      showToast({ text: t('toast.assigned'), ...(canRestore && { undo }) });
    },
  );
  const giveBack = useAction(release, () => showToast({ text: t('toast.unassigned'), undo: (key) => assign(key, { takeOver: false }) }));
  const isMine = assignee?.id === userId;
  return (
    <Card title="assignee">
      <Stack gap="xs">
        <p>{assignee === null ? t('assignee.nobody') : t('assignee.since', { name: assignee.name, at: moment(assignee.since) })}</p>
        <Group>
          {!isMine && (
            <WriteButton size="xs" variant="default" loading={take.isRunning} onClick={() => void take.run()}>
              {assignee === null ? t('assignee.take') : t('assignee.takeOver', { name: assignee.name })}
            </WriteButton>
          )}
          {isMine && (
            <WriteButton size="xs" variant="default" loading={giveBack.isRunning} onClick={() => void giveBack.run()}>
              {t('assignee.giveBack')}
            </WriteButton>
          )}
        </Group>
        {[take, giveBack].map(({ problem }, index) => problem !== null && <ProblemNotice key={index} problem={problem} />)}
      </Stack>
    </Card>
  );
}

/** Internal notes, hidden from agents. */
export function ApplicationNotes({ application: { id, notes } }: { readonly application: Application }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const draft = `note.${id}`;
  const fields = useFields({ text: '' }, draft);
  const add = useAction(
    (key) => call('post', '/backoffice-api/applications/{id}/notes', { path: { id }, key, body: { text: fields.values.text } }),
    () => {
      fields.set('text', '');
      forgetDraft(draft);
    },
  );
  const bind = bindTo(fields, add.problem);
  const isReader = useIsReader();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add.run();
  };
  return (
    <div className="card-body stack">
      {!isReader && (
        <form onSubmit={submit}>
          <Stack gap="xs">
            <LongField {...bind('text')} label="notes.new" hint="notes.hint" />
            {add.problem !== null && <ProblemNotice problem={add.problem} />}
            <Group>
              <Button type="submit" size="xs" loading={add.isRunning} disabled={fields.values.text.trim() === ''}>
                {t('notes.add')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {[...notes].reverse().map((note) => (
        <div key={note.id}>
          <div className="quiet small">
            {note.userName} · {moment(note.createdAt)}
          </div>
          <p className="pre">{note.text}</p>
        </div>
      ))}
    </div>
  );
}
