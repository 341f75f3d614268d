/** Small files of the kinds a document can be, as far as their first bytes tell. */
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

const OLE_HEAD = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);
export const DOC = Buffer.concat([OLE_HEAD, Buffer.from('WordDocument', 'utf16le')]);
export const XLS = Buffer.concat([OLE_HEAD, Buffer.from('Workbook', 'utf16le')]);

/** An archive of stored, empty files with these names. */
export function zipOf(...names: readonly string[]): Buffer {
  const entries = names.map((name) => {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(name.length, 26);
    return Buffer.concat([header, Buffer.from(name)]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([...entries, end]);
}
export const DOCX = zipOf('word/document.xml', '[Content_Types].xml');
export const XLSX = zipOf('xl/workbook.xml', '[Content_Types].xml');
export const PPTX = zipOf('ppt/presentation.xml', '[Content_Types].xml');
