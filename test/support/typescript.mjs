import { register } from 'node:module';

/** `node --import ./test/support/typescript.mjs some-file.ts` */
register('./typescript-hooks.mjs', import.meta.url);
