import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An application that the overview must look at again, and no event tells of. Written by: triggers of `application` and `suspense_item`; the fold of the overview deletes. */
@Entity()
export class OverviewTouchEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') applicationId: number;
}
