import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { LineApplicationsService } from './line-applications.service.js';
import { LineRegistry } from './line-registry.js';

@Module({
  imports: [ApplicationsModule],
  providers: [LineApplicationsService, LineRegistry],
  exports: [ApplicationsModule, LineApplicationsService, LineRegistry],
})
export class LinesModule {}
