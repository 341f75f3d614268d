// Lint rules of this project, used in `.oxlintrc.json`.

/** Attributes with visible text, which must come from console/src/messages. */
const READ_ATTRIBUTES = new Set(['label', 'title', 'placeholder', 'description', 'alt', 'aria-label']);
const message = 'Put visible texts into console/src/messages.';
const noText = (context) => ({
  JSXText(node) {
    if (/\p{L}/u.test(node.value)) context.report({ node, message });
  },
  JSXAttribute({ name, value }) {
    if (value?.type !== 'Literal' || !READ_ATTRIBUTES.has(name.name)) return;
    if (/^[A-Z]|[ \u0370-\u03ff]/.test(value.value)) context.report({ node: value, message });
  },
});

const noClock = (context) => ({
  NewExpression(node) {
    if (node.callee.name === 'Date' && node.arguments.length === 0)
      context.report({ node, message: 'Use the moment of the call (`at`) instead of the clock.' });
  },
});

export default { meta: { name: 'gateway' }, rules: { 'no-text': { create: noText }, 'no-clock': { create: noClock } } };
