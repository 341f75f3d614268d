// Runs an operator's command, in a clone (built first if necessary) or in the image: `npm run <name> -- [arguments]`.
// usage: node scripts/command.mjs <name> [arguments]
await import('./build-if-stale.mjs');
await import('../dist/src/commands.js');
