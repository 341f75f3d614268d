export function getFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch` and an aborted request have the reason as cause.
  const { cause } = error;
  if (error.name === 'TimeoutError' || (cause instanceof Error && cause.name === 'TimeoutError')) return 'no response in time';
  if (cause instanceof Error) return getFailure(cause);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.message;
}
