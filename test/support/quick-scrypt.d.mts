export function countHashes(): number;
export function setQuickHashing(isQuick: boolean): void;
