export { OwnFactorsPage, RequiredFactorPage } from './own-factors.js';
export { SecondStepForm } from './second-step.js';
export { SignInSettingsPage } from './sign-in-settings.js';
export { UserFactorsDialog } from './user-factors.js';
