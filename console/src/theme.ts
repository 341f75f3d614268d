import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Alert.css';
import '@mantine/core/styles/Tabs.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/VisuallyHidden.css';
import './styles.css';

/** Sea green of the house, from pale to dark. */
const SEA: MantineColorsTuple = [
  '#e9f6f6',
  '#d3eaea',
  '#a5d4d5',
  '#74bdbf',
  '#4ba9ac',
  '#2b8f94',
  '#14777d',
  '#0b6268',
  '#074f55',
  '#043c41',
];

/** Surfaces and texts of the dark scheme, from light to dark. */
const NIGHT: MantineColorsTuple = [
  '#dfe6ec',
  '#c0c9d1',
  '#a3b1bd',
  '#7c8b98',
  '#3d4b56',
  '#28333c',
  '#1f2931',
  '#192229',
  '#141c22',
  '#11181e',
];

export const theme = createTheme({
  fontFamily: '"Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "Roboto Mono", "Liberation Mono", monospace',
  colors: { sea: SEA, dark: NIGHT },
  primaryColor: 'sea',
  primaryShade: 7,
  defaultRadius: 'sm',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1.02rem' }, h3: { fontSize: '0.92rem' } } },
});

const READABLE = {
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-text': 'var(--ink)',
};

/** Gives Mantine the house's texts, because its dimmed ones have too little contrast. */
export const readableVariables: CSSVariablesResolver = () => ({ variables: {}, light: READABLE, dark: READABLE });
