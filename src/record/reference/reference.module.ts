import { Global, Module } from '@nestjs/common';
import { CodeLists } from '../../common/validation/code-lists.js';
import { Config } from '../../config/config.js';
import { BonusMalusRegistry } from './bonus-malus/bonus-malus-registry.js';
import { DemoRegistryLoader } from './bonus-malus/demo-registry.loader.js';
import { ParameterVersionService } from './lists/parameter-version.service.js';
import { ParameterRepository } from './lists/parameter.repository.js';
import { ReferenceLists } from './lists/reference-lists.js';
import { SerialisedListsService } from './lists/serialised-lists.service.js';
import { SecretBox } from './secrets/secret-box.js';
import { loadSecretsKeys } from './secrets/secrets-key.js';
import { SettingsService } from './settings/settings.service.js';
import { TariffRepository } from './tariffs/tariff.repository.js';
import { TariffService } from './tariffs/tariff.service.js';

@Global()
@Module({
  providers: [
    BonusMalusRegistry,
    DemoRegistryLoader,
    ParameterRepository,
    ParameterVersionService,
    SerialisedListsService,
    SettingsService,
    TariffRepository,
    TariffService,
    { provide: ReferenceLists, useFactory: () => new ReferenceLists() },
    { provide: CodeLists, useExisting: ReferenceLists },
    { provide: SecretBox, useFactory: async (config: Config) => new SecretBox(await loadSecretsKeys(config)), inject: [Config] },
  ],
  exports: [
    BonusMalusRegistry,
    CodeLists,
    ParameterRepository,
    ReferenceLists,
    SecretBox,
    SerialisedListsService,
    SettingsService,
    TariffService,
  ],
})
export class ReferenceModule {}
