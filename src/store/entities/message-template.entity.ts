import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class MessageTemplateEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') decision: string;
  @Column('text') title: string;
  @Column('text') text: string;
  @Column('integer', { default: 1 }) version: number;
  @Column('timestamptz') updatedAt: Date;
}
