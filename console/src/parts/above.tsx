import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface AboveProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that can open above another one, so it has no header: assistive technology expects a single one. */
export function Above({ title, onClose, children }: AboveProps): ReactNode {
  return (
    <Modal.Root opened onClose={onClose} lockScroll={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title mb="sm">{title}</Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
