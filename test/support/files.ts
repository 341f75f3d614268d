/** Small files of each document type, as type detection recognizes them. */
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0'), Buffer.alloc(40)]);
export const TIFF = Buffer.concat([Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), Buffer.alloc(40)]);
export const RTF = Buffer.from('{\\rtf1\\ansi text}');
export const TEXT = Buffer.from('Όνομα;Ποσό\nΜαρία;12,5\n');
export const WINDOWS_TEXT = Buffer.from([0xcc, 0xe1, 0xf1, 0xdf, 0xe1, 0x3b, 0x31, 0x0d, 0x0a]);

const SECTOR = 512;
const ENTRIES_PER_SECTOR = 4;
const END_OF_CHAIN = 0xfffffffe;

/** Builds a compound file (Office before 2007) with these directory entries. */
export function buildCompoundFile(...names: readonly string[]): Buffer {
  const head = Buffer.alloc(SECTOR);
  head.write('d0cf11e0a1b11ae1', 'hex');
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(1, 48);
  const sectors = Math.max(1, Math.ceil(names.length / ENTRIES_PER_SECTOR));
  // Sector 0 is the allocation table. The directory sectors are in reverse order, because readers must follow the
  // chain.
  const order = [1, ...Array.from({ length: sectors - 1 }, (_, index) => sectors - index)];
  const table = Buffer.alloc(SECTOR);
  order.forEach((sector, index) => table.writeUInt32LE(order[index + 1] ?? END_OF_CHAIN, 4 * sector));
  const directory = Buffer.alloc(sectors * SECTOR);
  names.forEach((name, index) => {
    const sector = order[Math.floor(index / ENTRIES_PER_SECTOR)] ?? 1;
    const at = (sector - 1) * SECTOR + (index % ENTRIES_PER_SECTOR) * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE(2 * name.length + 2, at + 64);
  });
  return Buffer.concat([head, table, directory]);
}
export const DOC = buildCompoundFile('Root Entry', '1Table', 'WordDocument');
export const XLS = buildCompoundFile('Root Entry', 'Workbook');
export const PPT = buildCompoundFile('Root Entry', 'Current User', 'Pictures', '\x05SummaryInformation', 'PowerPoint Document');

/** Builds a zip archive of empty files with these names. */
export function buildZip(...names: readonly string[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const entry = Buffer.alloc(30);
    entry.writeUInt32LE(0x04034b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(name.length, 26);
    entries.push(entry, Buffer.from(name));
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(offset, 42);
    directory.push(listed, Buffer.from(name));
    offset += entry.length + name.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, ...directory, end]);
}
export const DOCX = buildZip('word/document.xml', '[Content_Types].xml');
export const XLSX = buildZip('xl/workbook.xml', '[Content_Types].xml');
export const PPTX = buildZip('ppt/presentation.xml', '[Content_Types].xml');
