import { Module } from '@nestjs/common';

/** `/dev/test-api`: what else takes months, other people or bad luck, brought about by the program itself (sandbox.1). */
@Module({ imports: [] })
export class SandboxModule {}
