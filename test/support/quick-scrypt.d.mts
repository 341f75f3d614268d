export function hashQuickly(isQuick: boolean): void;
