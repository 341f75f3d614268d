import { Global, Module } from '@nestjs/common';
import { CodeLists } from '../../common/validation/code-lists.js';
import { SerialisedListsService } from './serialised-lists.service.js';
import { ParameterRepository } from './parameter.repository.js';
import { ParameterVersionService } from './parameter-version.service.js';
import { ReferenceLists } from './reference-lists.js';

/** The reference lists of the application. Global: every service reads them, and so does the validation of inputs. */
@Global()
@Module({
  providers: [
    { provide: ReferenceLists, useFactory: () => new ReferenceLists() },
    { provide: CodeLists, useExisting: ReferenceLists },
    SerialisedListsService,
    ParameterRepository,
    ParameterVersionService,
  ],
  exports: [CodeLists, ParameterRepository, SerialisedListsService, ReferenceLists],
})
export class ReferenceModule {}
