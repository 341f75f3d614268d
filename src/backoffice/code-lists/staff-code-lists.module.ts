import { Module } from '@nestjs/common';
import { CodeListsController } from './code-lists.controller.js';

/** Lists of codes for the console. */
@Module({ controllers: [CodeListsController] })
export class StaffCodeListsModule {}
