export function setQuickHashing(isQuick: boolean): void;
