import { Module } from '@nestjs/common';
import { EventFeed } from './event-feed.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { EventPublicationRepository } from './event-publication.repository.js';
import { EventPublisher } from './event-publisher.js';
import { EventPublisherScheduler } from './event-publisher.scheduler.js';

@Module({
  providers: [EventFeed, EventFeedRepository, EventPublicationRepository, EventPublisher, EventPublisherScheduler],
  exports: [EventFeed, EventPublisher],
})
export class EventsModule {}
