// Runs a command of the operator: `node scripts/command.mjs <name> [arguments]`, which is what `npm run <name> --
// [arguments]` does, in a clone (built first when it is not, or no longer) and in the image.
await import('./build-if-stale.mjs');
await import('../dist/src/commands.js');
