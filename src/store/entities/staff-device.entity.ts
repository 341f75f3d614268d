import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A device that a user of the back office signed in from. */
@Entity()
export class StaffDeviceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') lastUsedAt: Date;
}
