import { register } from 'node:module';

/** Usage: `node --import ./test/support/typescript.mjs some-file.ts` */
register('./typescript-hooks.mjs', import.meta.url);
