import { Module } from '@nestjs/common';
import { Uploads } from './uploads.js';

/** For the services that take files. */
@Module({ providers: [Uploads], exports: [Uploads] })
export class UploadsModule {}
