import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';

/** Loads the pages of second factors when they are opened, which keeps the first load small. */
const load = () => import('./pages.js');

export const OwnFactorsPage = lazyRouteComponent(load, 'OwnFactorsPage');
export const RequiredFactorPage = lazyRouteComponent(load, 'RequiredFactorPage');
export const SignInSettingsPage = lazyRouteComponent(load, 'SignInSettingsPage');
export const SecondStepForm = lazy(() => load().then(({ SecondStepForm: form }) => ({ default: form })));
export const UserFactorsDialog = lazy(() => load().then(({ UserFactorsDialog: dialog }) => ({ default: dialog })));
