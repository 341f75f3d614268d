/** What goes with the money of a refund to its end, and comes back with it. */
export function endToEndIdOf(refundId: number, payoutId: number): string {
  return `REFUND-${refundId}-${payoutId}`;
}
