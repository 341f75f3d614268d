import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { EventFeed } from './event-feed.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { EventLag } from './event-lag.js';
import { EventPublicationRepository } from './event-publication.repository.js';
import { EventPublisher } from './event-publisher.js';
import { EventPublisherScheduler } from './event-publisher.scheduler.js';
import { EventRetention } from './event-retention.js';
import { EventWatch } from './event-watch.js';

/** What happened, in the order in which it is told of. */
@Module({
  imports: [SettingsModule],
  providers: [
    EventFeed,
    EventFeedRepository,
    EventLag,
    EventPublicationRepository,
    EventPublisher,
    EventPublisherScheduler,
    EventRetention,
    EventWatch,
  ],
  exports: [EventFeed, EventLag, EventPublisher, EventRetention, EventWatch],
})
export class EventsModule {}
