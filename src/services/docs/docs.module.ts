import { Module } from '@nestjs/common';
import { LettersController } from './letters.controller.js';
import { DocumentsController } from './documents.controller.js';
import { CoreModule } from '../../record/core/core.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({ imports: [CoreModule, GatewayModule], controllers: [DocumentsController, LettersController] })
export class DocsModule {}
