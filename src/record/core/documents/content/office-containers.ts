const MAX_ENTRIES = 4_096;

const END_OF_ARCHIVE = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;

export function listArchiveNames(content: Buffer): string[] {
  const names: string[] = [];
  const tailStart = Math.max(0, content.length - END_BYTES - MAX_COMMENT_BYTES);
  const end = tailStart + content.subarray(tailStart).lastIndexOf(END_OF_ARCHIVE);
  if (end < tailStart || end + END_BYTES > content.length) return names;
  let at = content.readUInt32LE(end + 16);
  while (names.length < MAX_ENTRIES && at + ENTRY_BYTES <= content.length && content.readUInt32LE(at) === ENTRY) {
    const nameBytes = content.readUInt16LE(at + 28);
    names.push(content.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    at += ENTRY_BYTES + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return names;
}

const FIRST_FAT_SECTOR = 76;
/** Sectors of the allocation table in the head of a compound file: enough for 6 MB. */
const HEAD_FAT_SECTORS = 109;
const DIRECTORY_ENTRY_BYTES = 128;

export function listCompoundNames(content: Buffer): string[] {
  const names: string[] = [];
  const numberAt = (at: number): number => (at + 4 <= content.length ? content.readUInt32LE(at) : Number.MAX_SAFE_INTEGER);
  const sectorBytes = content.length > 32 && content.readUInt16LE(30) === 12 ? 4_096 : 512;
  const perSector = sectorBytes / 4;
  const startOf = (sector: number): number => (sector + 1) * sectorBytes;
  let sector = numberAt(48);
  while (names.length < MAX_ENTRIES && startOf(sector) < content.length) {
    const end = Math.min(startOf(sector + 1), content.length);
    for (let at = startOf(sector); at + DIRECTORY_ENTRY_BYTES <= end; at += DIRECTORY_ENTRY_BYTES)
      names.push(content.toString('utf16le', at, at + Math.min(64, Math.max(2, content.readUInt16LE(at + 64)) - 2)));
    const fat = Math.floor(sector / perSector);
    if (fat >= HEAD_FAT_SECTORS) break;
    sector = numberAt(startOf(numberAt(FIRST_FAT_SECTOR + 4 * fat)) + 4 * (sector % perSector));
  }
  return names;
}
