import { Button, Group, Modal, Stack } from '@mantine/core';
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { isAsking, LeavingQuestion, useDialog } from '../forms/leaving.js';
import { useText, type MessageId } from '../messages/language.js';
import { useFocusBack } from './focus.js';
import { ProblemNotice } from './states.js';
import { useSession } from '../session.js';
import type { Action } from './form.js';

interface DialogProps {
  readonly title: MessageId;
  /** Sentence that says what the action does. */
  readonly says: ReactNode;
  readonly confirm: MessageId;
  /** Whether the action moves money or changes a contract irreversibly. */
  readonly isDestructive?: boolean;
  readonly action: Action<[], unknown>;
  readonly isReady?: boolean;
  /** Whether the input is a stored draft, which closing does not lose. */
  readonly isKept?: boolean;
  readonly close: () => void;
  /** Second button that also goes on to the next object; Ctrl or Cmd with Enter presses it. */
  readonly next?: { readonly title: string; readonly go: () => void };
  readonly children?: ReactNode;
}

/** Asks for confirmation, describes the action and shows the API's violations at their fields. */
export function ActionDialog(props: DialogProps): ReactNode {
  const { title, says, confirm, isDestructive = false, action, isReady = true, isKept = false, close, next, children } = props;
  const t = useText();
  const isTyped = useRef(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => (isTyped.current && !isKept ? setLeaving(true) : close());
  useDialog({ close, isTyped: () => !isKept && isTyped.current });
  useFocusBack();
  const { hasEnded } = useSession();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isNext = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('name') === NEXT;
    void action.run().then((output) => output !== null && isNext && next?.go());
  };
  return (
    <Modal
      opened
      onClose={() => isLeaving || isAsking() || leave()}
      title={t(title)}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size="lg"
      // A stray click or the keys of the sign-in above must not close the dialog and lose typed values.
      closeOnClickOutside={false}
      closeOnEscape={!hasEnded}
    >
      <form onSubmit={submit} noValidate ref={beginAtFirstField} onKeyDown={sendByKey} onChange={() => (isTyped.current = true)}>
        <Stack gap="sm">
          <p>{says}</p>
          {children}
          {action.problem !== null && <ProblemNotice problem={action.problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" color={isDestructive ? 'red.9' : undefined} loading={action.isRunning} disabled={!isReady}>
              {t(confirm)}
            </Button>
            {next !== undefined && (
              <Button type="submit" name={NEXT} variant="light" disabled={!isReady || action.isRunning} aria-keyshortcuts="Control+Enter">
                {next.title}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {isLeaving && <LeavingQuestion stay={() => setLeaving(false)} leave={close} />}
    </Modal>
  );
}

/** Name of the button that goes on to the next object. */
const NEXT = 'next';

/** Focuses the first visible field, or without fields the confirming button, so that Enter confirms. */
function beginAtFirstField(form: HTMLFormElement | null): void {
  form
    ?.querySelector(`input:not([type=file]), .file-field button, select, textarea, [type=submit]:not([name=${NEXT}])`)
    ?.setAttribute('data-autofocus', '');
}

/** In a long field Enter starts a new line. Ctrl or Cmd with Enter submits, and opens the next object. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  const find = (which: string): HTMLButtonElement | null => event.currentTarget.querySelector(`[type=submit]${which}:enabled`);
  const button = find(`[name=${NEXT}]`) ?? find('');
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && button !== null) event.currentTarget.requestSubmit(button);
}
