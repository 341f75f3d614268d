import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipFile {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly isStored: boolean;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Keeps only one part of a file in memory. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer, void> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    written.push(part);
  });
  for await (const { name, modifiedAt, isStored, content } of files) {
    const file = isStored ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = modifiedAt;
    zip.add(file);
    for await (const part of content) {
      file.push(part);
      yield* take(written);
    }
    file.push(new Uint8Array(), true);
    yield* take(written);
  }
  zip.end();
  yield* take(written);
}

function take(parts: Uint8Array[]): Buffer[] {
  return parts.splice(0).map((part) => Buffer.from(part));
}
