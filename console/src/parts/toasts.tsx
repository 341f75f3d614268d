import { Button, CloseButton, Paper } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { useAction } from './form.js';
import { ProblemNotice } from './states.js';
import { removeToast, type ShownToast } from './toast-store.js';

const SHOWN_MS = 10_000;

export function Toasts({ toasts }: { readonly toasts: readonly ShownToast[] }): ReactNode {
  return toasts.map((toast) => <ToastView key={toast.id} toast={toast} />);
}

/** A toast, which stays while the pointer or the focus is in it. */
function ToastView({ toast: { id, text, to, undo } }: { readonly toast: ShownToast }): ReactNode {
  const t = useText();
  const [isHeld, setHeld] = useState(false);
  const close = (): void => removeToast(id);
  useEffect(() => {
    const timer = isHeld ? undefined : setTimeout(() => removeToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  return (
    <Paper className="toast" shadow="md" onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      <span>{text}</span>
      {to !== undefined && (
        <Link to={to} onClick={close}>
          {t('toast.open')}
        </Link>
      )}
      {undo !== undefined && <Undo undo={undo} close={close} />}
      <CloseButton size="sm" aria-label={t('action.close')} onClick={close} />
    </Paper>
  );
}

function Undo({ undo, close }: Required<Pick<ShownToast, 'undo'>> & { readonly close: () => void }): ReactNode {
  const t = useText();
  const action = useAction(undo, close);
  return (
    <>
      <Button size="compact-sm" variant="light" loading={action.isRunning} onClick={() => void action.run()}>
        {t('toast.undo')}
      </Button>
      {action.problem !== null && <ProblemNotice problem={action.problem} />}
    </>
  );
}
