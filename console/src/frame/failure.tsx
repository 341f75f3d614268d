import { Link } from '@tanstack/react-router';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { PageHead } from '../parts/page.js';

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Shows a failure instead of a broken page; the frame stays usable. */
export class ErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}

/** Error page for a page that could not be shown, for example because the server has a newer version. */
export function Failure(): ReactNode {
  const t = useText();
  return (
    <div className="empty" role="alert">
      <p>{t('failure')}</p>
      <p>
        <a className="choice" href={location.href}>
          {t('failure.reload')}
        </a>
      </p>
    </div>
  );
}

export function NotFound(): ReactNode {
  const t = useText();
  return (
    <>
      <PageHead title={t('not-found')} />
      <p>
        <Link to="/">{t('nav.overview')}</Link>
      </p>
    </>
  );
}
