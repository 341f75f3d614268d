import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface AboveProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that may stand above another one: it has no header, of which assistive technology expects one at a time. */
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
