import { deflateRawSync } from 'node:zlib';
import * as files from '../../../../../test/support/files.js';
import { ErrorCode } from '../../../../common/error-codes.js';
import { Bulkheads } from '../../../../config/bulkheads.js';
import { readConfig } from '../../../../config/config.js';
import { assertContentType, type DetectType } from './content-type.js';
import { DOCUMENT_TYPES } from './document-type.js';
import { TypeDetector } from './type-detector.js';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const WORD_XML = `${OPEN_XML}.wordprocessingml.document`;
const EXCEL_XML = `${OPEN_XML}.spreadsheetml.sheet`;
const CALLER = { environment: 'production', programId: 1 } as const;
const REFUSED = { code: ErrorCode.DOCUMENT_TYPE };
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

function getBomb(name: string, bytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes), { level: 9 });
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(bytes, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

const HEADS: Readonly<Record<string, Buffer>> = {
  'a TIFF whose directory is not there': hex('49492a0008000000ffff0000'),
  'a TIFF of Motorola': hex('4d4d002a00000008ffff'),
  'an Ogg without a page': hex('4f67675300'),
  'a PNG of 8 bytes': hex('89504e470d0a1a0a'),
  'a PNG with a chunk of 2 GB': hex('89504e470d0a1a0a7fffffff49454e44'),
  'a cut ASF': hex('3026b2758e66cf11a6d900aa0062ce6cffffffffffffffff'),
  'a cut EBML': hex('1a45dfa3ffffffffffffffff4282'),
  'a cut ZIP': Buffer.from('PK\x03\x04\x14\0\0\0\x08\0aaaaaaaaaaaaaaaaaaaa', 'latin1'),
  'a ZIP bomb': getBomb('[Content_Types].xml', 1_000_000),
  'a ZIP without a size': Buffer.concat([Buffer.from('PK\x03\x04\x14\0\x08\0\x08\0', 'latin1'), Buffer.alloc(400, 0xff)]),
  'a gzip': hex('1f8b0800000000000003'),
  'ID3 headers': Buffer.alloc(3_000, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')),
  'an ar archive': Buffer.from('!<arch>\ndebian-binary   '),
  'an EPS': Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n'),
  'a JPEG': files.JPEG,
  'a PDF': files.PDF,
  'an RTF': files.RTF,
  'a Word file of old': files.DOC,
  'a Word file': files.DOCX,
  'a compound file that is a circle': buildCircularFile(),
  'a text': files.TEXT,
  nothing: Buffer.alloc(0),
};

function buildCircularFile(): Buffer {
  const file = files.buildCompoundFile('Root Entry');
  file.writeUInt32LE(1, 512 + 4);
  return file;
}

describe('the detection of an upload’s type', () => {
  const detector = new TypeDetector(new Bulkheads(readConfig({})));
  const detect: DetectType = (head) => detector.detect(CALLER, head);
  afterAll(() => detector.onModuleDestroy());

  it.each(Object.entries(HEADS))('accepts or refuses %s for every type at every length', async (_what, head) => {
    const lengths = [...Array(Math.min(head.length, 40)).keys(), head.length];
    for (const mimeType of DOCUMENT_TYPES)
      for (const length of lengths) {
        const judged = assertContentType(head.subarray(0, length), mimeType, detect);
        await judged.catch((error: unknown) => expect(error).toMatchObject(REFUSED));
      }
  });

  it.each([
    ['a TIFF whose directory is not there', 'image/tiff'],
    ['a PNG of 8 bytes', 'image/png'],
    ['a cut ZIP', 'application/zip'],
    ['a Word file of old', 'application/msword'],
    ['a compound file that is a circle', 'application/msword'],
    ['a Word file', WORD_XML],
    ['a Word file', 'application/zip'],
  ])('accepts %s as %s', (what, mimeType) => assertContentType(HEADS[what]!, mimeType, detect));

  it.each([
    ['a Word file', EXCEL_XML],
    ['a Word file of old', 'application/vnd.ms-excel'],
    ['a cut ZIP', WORD_XML],
    ['a ZIP bomb', WORD_XML],
    ['an EPS', 'text/plain'],
    ['a PDF', 'text/csv'],
    ['ID3 headers', 'application/pdf'],
  ])('refuses %s as %s', (what, mimeType) => expect(assertContentType(HEADS[what]!, mimeType, detect)).rejects.toMatchObject(REFUSED));

  it.each(['ID3 is the tag of music', 'II* note', 'MM remarks', 'OggS of old', '!<arch>\n', 'BM;plate', 'MZ motors', 'GIFts', 'PKW; Golf'])(
    'detects the text %j as a text',
    async (text) => {
      for (const mimeType of ['text/plain', 'text/csv']) await assertContentType(Buffer.from(text), mimeType, detect);
    },
  );

  it('checks a long text to its end', async () => {
    const text = Buffer.alloc(600_000, 'ά;');
    await assertContentType(text, 'text/csv', detect);
    text[599_999] = 7;
    await expect(assertContentType(text, 'text/csv', detect)).rejects.toMatchObject(REFUSED);
  });

  it('refuses an upload when the detector finds another type', async () => {
    const java = files.buildZip('META-INF/MANIFEST.MF');
    await expect(assertContentType(java, 'application/zip', detect)).rejects.toMatchObject(REFUSED);
  });

  it('passes at most a few KB to the detector, and none of a text', async () => {
    const shown: number[] = [];
    const look: DetectType = ({ length }) => Promise.resolve((shown.push(length), null));
    await assertContentType(Buffer.concat([files.PDF, Buffer.alloc(2_000_000)]), 'application/pdf', look);
    await assertContentType(files.TEXT, 'text/plain', look);
    expect(shown).toEqual([4_100]);
  });

  it.each([
    ['application/pdf', files.PDF],
    ['image/jpeg', files.JPEG],
    ['application/zip', files.buildZip('a.txt')],
    ['application/msword', files.DOC],
    ['application/vnd.ms-powerpoint', files.PPT],
    [WORD_XML, files.DOCX],
  ])('decides by the first bytes of a %s when the detector cannot tell', async (mimeType, content) => {
    const silent: DetectType = () => Promise.resolve(null);
    await assertContentType(content, mimeType, silent);
    for (const other of [files.TEXT, files.PNG, files.XLS, files.XLSX])
      if (!(other === files.XLSX && mimeType === 'application/zip'))
        await expect(assertContentType(other, mimeType, silent)).rejects.toMatchObject(REFUSED);
  });
});

describe('the type detector', () => {
  it('returns no type when its threads have ended', async () => {
    const detector = new TypeDetector(new Bulkheads(readConfig({})));
    await detector.onModuleDestroy();
    expect(await detector.detect(CALLER, files.PDF)).toBeNull();
  });
});
