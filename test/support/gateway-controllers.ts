import { Delete, Get, HttpCode, Param, Post, Put, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import type { Caller, UserCaller } from '../../src/common/caller.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { FromNumericText, IntegerBetween, ListOf, Nested, Required, TextUpTo } from '../../src/common/validation/decorators.js';
import { JSON_TYPE } from '../../src/gateway/call/send.js';
import { ChangesState, CurrentCaller, JsonBody, KeyOnly, OutsideQuota, ServiceController } from '../../src/gateway/handler/decorators.js';
import { JsonText, setPageHeaders, setLinks, sendParts } from '../../src/gateway/handler/responses.js';

/** Sample controllers, written like those of the services, for specs of the gateway. */
class LineDto {
  @Required() @TextUpTo(5) word: string;
}

class NoteDto {
  @Required() @TextUpTo(10) title: string;
  @ListOf(() => LineDto, 2) lines?: LineDto[];
}

class WrappedNoteDto {
  @Nested(() => NoteDto, { wrapper: true }) note: NoteDto;
}

class WindowQuery {
  @FromNumericText() @IntegerBetween(1, 5) start?: number = 1;
  @TextUpTo(3) word?: string;
}

async function* failing(): AsyncGenerator<string, void> {
  await Promise.reject(new DomainError(ErrorCode.APPLICATION_NOT_FOUND));
}

async function* inParts(parts: readonly string[]): AsyncGenerator<string, void> {
  for (const part of parts) yield await Promise.resolve(part);
}

@ServiceController('fire-api', 'rsc/notes')
export class NotesController {
  /** Number of calls of `approve`. */
  static changes = 0;

  @Get()
  list(@Query() query: WindowQuery, @Res({ passthrough: true }) response: Response): unknown {
    setPageHeaders(response, { total: 12, isCapped: false, found: 5 }, { start: query.start ?? 1, limit: 5 });
    return { start: query.start, word: query.word };
  }

  @Get('template')
  template(): unknown {
    return { template: true };
  }

  @Get('word=:word')
  byWord(@Param('word') word: string): unknown {
    return { word };
  }

  @Get(':id')
  get(@CurrentCaller() caller: UserCaller, @Param('id') id: string): unknown {
    return { id, agent: caller.user.agentCode, caller };
  }

  @Post()
  insert(@JsonBody() body: NoteDto, @CurrentCaller() caller: UserCaller, @Res({ passthrough: true }) response: Response): unknown {
    response.setHeader('Location', `${caller.root}/fire-api/rsc/notes/1`);
    return body;
  }

  @Put('wrapped')
  wrapped(@JsonBody() body: WrappedNoteDto): unknown {
    return body;
  }

  @Put('raw')
  raw(@JsonBody() body: unknown): unknown {
    return { received: body ?? null };
  }

  @Put(':id/calc')
  act(): unknown {
    return { done: true };
  }

  @Put(':id/prepay')
  @HttpCode(205)
  prepay(@Res({ passthrough: true }) response: Response): void {
    setLinks(response, [{ rel: 'notification', href: 'https://example.test/n' }]);
  }

  @Put(':id/charge')
  @HttpCode(205)
  charge(@Res({ passthrough: true }) response: Response): object {
    const links = [
      { rel: 'policy', href: 'https://example.test/p' },
      { rel: 'receipt', href: 'https://example.test/r' },
    ];
    setLinks(response, links);
    return { id: 1, title: 'Συμβόλαιο' };
  }

  @Delete(':id')
  @HttpCode(204)
  cancel(): void {}

  @Get(':id/approval')
  @ChangesState()
  approve(): unknown {
    NotesController.changes += 1;
    return { changed: true };
  }

  @Get(':id/text')
  text(): JsonText {
    return new JsonText('{"as":"stored","name":"Παππάς"}');
  }

  @Get(':id/parts')
  parts(@Res({ passthrough: true }) response: Response): Promise<StreamableFile> {
    return sendParts(response, inParts(['["α"', ',"β"', ']']), { type: JSON_TYPE });
  }

  @Get(':id/broken-parts')
  brokenParts(@Res({ passthrough: true }) response: Response): Promise<StreamableFile> {
    return sendParts(response, failing(), { type: JSON_TYPE });
  }

  @Get(':id/file')
  file(@Res({ passthrough: true }) response: Response): StreamableFile {
    response.setHeader('Content-Type', 'application/pdf');
    return new StreamableFile(Buffer.from('%PDF-1.7'));
  }
}

@ServiceController('fire-api', 'faults')
export class FaultsController {
  @Get('unforeseen')
  unforeseen(): never {
    throw new TypeError('relation "secret_table" does not exist at /srv/app/secret.ts');
  }

  @Get('rejected')
  rejected(): Promise<never> {
    return Promise.reject(new Error('password=hunter2'));
  }

  @Get('no-error')
  noError(): never {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 'just a text';
  }

  @Get('after-headers')
  afterHeaders(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Content-Disposition', 'attachment');
    response.setHeader('Content-Type', 'application/pdf');
    response.setHeader('ETag', '"1"');
    response.setHeader('Location', 'https://example.test/secret');
    throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
  }

  @Get('broken-stream')
  brokenStream(): StreamableFile {
    const stream = new Readable({
      read() {
        this.push('begin');
        this.destroy(new Error('the disk is on fire'));
      },
    });
    return new StreamableFile(stream);
  }

  @Get('linked')
  linked(): never {
    throw new DomainError(ErrorCode.NO_PAYMENT_CODE, {
      links: [
        { rel: 'policy', href: 'https://example.test/p' },
        { rel: 'receipt', href: 'https://example.test/r' },
      ],
    });
  }

  @Get('lines')
  lines(): never {
    throw new DomainError(ErrorCode.INVALID, { text: { el: 'πρώτη\r\nX-Evil: 1\n 100% \ud83d', en: 'first\nsecond 100%' } });
  }

  @Get('code/:code')
  code(@Param('code') code: string): never {
    throw new DomainError(code as ErrorCode);
  }
}

@ServiceController('mtr-api', 'resources')
@KeyOnly()
export class KeyOnlyController {
  @Get()
  getResource(@CurrentCaller() caller: Caller): unknown {
    return { user: caller.user?.agentCode ?? null };
  }

  @Get('usage')
  @OutsideQuota()
  usage(): unknown {
    return { counted: false };
  }

  @Post('notes')
  issue(@JsonBody() body: NoteDto): unknown {
    return body;
  }
}

export const CONTROLLERS = [NotesController, FaultsController, KeyOnlyController];
