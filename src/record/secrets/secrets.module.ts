import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { SecretBox } from './secret-box.js';
import { loadSecretsKeys } from './secrets-key.js';

/** Provides `SecretBox` with the keys of this process. */
@Module({
  providers: [{ provide: SecretBox, useFactory: async (config: Config) => new SecretBox(await loadSecretsKeys(config)), inject: [Config] }],
  exports: [SecretBox],
})
export class SecretsModule {}
