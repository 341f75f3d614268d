import { Module } from '@nestjs/common';
import { SettingsModule } from '../../record/settings/settings.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsDesk } from './settings-desk.js';

/** What the insurer sets for itself. */
@Module({ imports: [SettingsModule], controllers: [SettingsController], providers: [SettingsDesk] })
export class SettingsDeskModule {}
