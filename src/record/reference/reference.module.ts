import { Module, type OnModuleInit } from '@nestjs/common';
import { referenceLists } from './reference-lists.js';

/** The lists themselves need no injection (`referenceLists`, `listAnswers`); this has a start fail on a bad file of any list. */
@Module({})
export class ReferenceModule implements OnModuleInit {
  onModuleInit(): void {
    referenceLists.checkLazyLists();
  }
}
