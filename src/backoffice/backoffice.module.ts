import { Module } from '@nestjs/common';
import { BackofficeAccessModule } from './access/access.module.js';
import { UnderwritingModule } from './underwriting/underwriting.module.js';
import { IssuingModule } from './issuing/issuing.module.js';
import { AdministrationModule } from './administration/administration.module.js';

@Module({
  imports: [AdministrationModule, BackofficeAccessModule, IssuingModule, UnderwritingModule],
})
export class BackofficeModule {}
