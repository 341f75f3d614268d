import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface DropBoxProps {
  readonly label: string;
  readonly summary: string;
  readonly children: ReactNode;
}

/** Content in a box that opens below its summary, and closes by Escape or a press elsewhere. */
export function DropBox({ label, summary, children }: DropBoxProps): ReactNode {
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const close = ({ target }: Event): void => {
      if (box.current?.contains(target as Node) === false) box.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || box.current === null) return;
    box.current.open = false;
    box.current.querySelector('summary')?.focus();
  };
  return (
    <details className="many" ref={box} onKeyDown={leave} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={label === summary ? undefined : `${label}: ${summary}`}>{summary}</summary>
      {isOpen && (
        <div className="many-choices" role="group" aria-label={label}>
          {children}
        </div>
      )}
    </details>
  );
}
