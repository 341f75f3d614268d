import { Button, Group } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { Above } from '../parts/above.js';

/** A dialog above a page. */
interface Dialog {
  readonly close: () => void;
  /** Whether it has typed values that would be lost. */
  readonly isTyped: () => boolean;
  /** Replaces the usual question, and is also asked before a link (console.70). */
  readonly question?: Question;
}

export interface Question {
  readonly title: MessageId;
  readonly says: MessageId;
  readonly stay: MessageId;
  readonly leave: MessageId;
}

const LOST: Question = { title: 'leaving.title', says: 'leaving.says', stay: 'leaving.stay', leave: 'leaving.leave' };

const forms = new Set<() => boolean>();
const dialogs: Dialog[] = [];
const asked = { isOpen: false };

/** Whether a reload would lose typed values. */
export function mayLoseTyped(): boolean {
  return [...forms].some((isTyped) => isTyped());
}

/** Registers a form. Leaving asks first while `isTyped` is true. */
export function useTyped(isTyped: () => boolean): void {
  useEffect(() => {
    forms.add(isTyped);
    return () => void forms.delete(isTyped);
  }, [isTyped]);
}

/** Registers a dialog: Back closes it and stays on its page (console.41). */
export function useDialog(dialog: Dialog): void {
  const latest = useRef(dialog);
  useEffect(() => {
    latest.current = dialog;
  });
  const isTyped = useCallback(() => latest.current.isTyped(), []);
  useTyped(isTyped);
  useEffect(() => {
    const open: Dialog = { close: () => latest.current.close(), isTyped, question: latest.current.question };
    dialogs.push(open);
    return () => void dialogs.splice(dialogs.indexOf(open), 1);
  }, [isTyped]);
}

/** Whether the question is open. The key that closes it must not close the dialog below. */
export function isAsking(): boolean {
  return asked.isOpen;
}

/**
 * Wraps all pages. Asks before input is lost by leaving the page or closing a dialog; the browser asks before the tab
 * is closed or reloaded.
 */
export function Leaving(): ReactNode {
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null);
  const [question, setQuestion] = useState(LOST);
  const ask = (wanted = LOST): Promise<boolean> =>
    new Promise((resolve) => {
      asked.isOpen = true;
      setQuestion(wanted);
      setAnswer(() => (leaves: boolean) => {
        asked.isOpen = false;
        setAnswer(null);
        resolve(leaves);
      });
    });
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      const dialog = dialogs.at(-1);
      if (dialog === undefined) return current.pathname !== next.pathname && mayLoseTyped() && !(await ask());
      const isLink = action === 'PUSH' || action === 'REPLACE';
      // The dialog's own action may lead to another page.
      if (isLink && (dialog.question === undefined || !dialog.isTyped())) return false;
      const leaves = !dialog.isTyped() || (await ask(dialog.question));
      if (leaves) dialog.close();
      return !isLink || !leaves;
    },
    enableBeforeUnload: mayLoseTyped,
  });
  return answer === null ? null : <LeavingQuestion question={question} stay={() => answer(false)} leave={() => answer(true)} />;
}

interface LeavingQuestionProps {
  readonly question?: Question;
  readonly stay: () => void;
  readonly leave: () => void;
}

export function LeavingQuestion({ question = LOST, stay, leave }: LeavingQuestionProps): ReactNode {
  const t = useText();
  return (
    <Above title={t(question.title)} onClose={stay}>
      <p>{t(question.says)}</p>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={stay} data-autofocus>
          {t(question.stay)}
        </Button>
        <Button color="red.9" onClick={leave}>
          {t(question.leave)}
        </Button>
      </Group>
    </Above>
  );
}
