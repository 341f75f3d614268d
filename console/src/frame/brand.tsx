import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';

export function Brand(): ReactNode {
  const t = useText();
  return (
    <div className="brand">
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2 4 5v6c0 5 3.4 9 8 11 4.6-2 8-6 8-11V5z" fill="#2b8f94" />
        <path d="m8 12 3 3 5-6" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {t('product')}
    </div>
  );
}
