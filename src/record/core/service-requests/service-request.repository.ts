import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../../common/paging.js';
import { ServiceRequestEntity, ServiceRequestEventEntity } from '../../../store/entities/service-request.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { NewServiceRequest, RequestFilter, ServiceRequest } from './service-request.js';

export interface RequestWindow extends PageWindow {
  readonly order: 'newest' | 'oldest';
}

@Injectable()
export class ServiceRequestRepository {
  constructor(private readonly store: Store) {}

  async claimId(tx: Transaction): Promise<number> {
    const [row] = await tx.query<{ id: number }>(`SELECT nextval(pg_get_serial_sequence('service_request', 'id')) AS id`);
    if (row === undefined) throw new Error('the sequence returned no id');
    return row.id;
  }

  async insert(tx: Transaction, request: NewServiceRequest & Pick<ServiceRequest, 'id' | 'number' | 'createdAt'>): Promise<void> {
    await tx.manager.insert(ServiceRequestEntity, request);
  }

  find(environment: Environment, number: string): Promise<ServiceRequest | null> {
    return this.store.read(environment, (manager) => manager.findOneBy(ServiceRequestEntity, { number }));
  }

  lock(tx: Transaction, number: string): Promise<ServiceRequest | null> {
    return tx.manager.findOne(ServiceRequestEntity, { where: { number }, lock: { mode: 'pessimistic_write' } });
  }

  async resolve(tx: Transaction, request: ServiceRequest, actor: string, at: Date): Promise<void> {
    const { id, status, answer, answeredAt, closedAt } = request;
    await tx.manager.update(ServiceRequestEntity, { id }, { status, answer, answeredAt, closedAt });
    await tx.manager.insert(ServiceRequestEventEntity, { serviceRequestId: id, at, actor, status, answer });
  }

  search(environment: Environment, filter: RequestFilter, { start, limit, order }: RequestWindow): Promise<Page<ServiceRequest>> {
    const where = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    return this.store.readAnywhere(environment, async ({ manager }) => {
      const counted = await manager
        .createQueryBuilder()
        .select('count(*)', 'total')
        .from(
          (hits) =>
            hits
              .select('1')
              .from(ServiceRequestEntity, 'request')
              .where(where)
              .limit(MAX_COUNTED + 1),
          'hit',
        )
        .getRawOne<{ total: number }>();
      const id = order === 'newest' ? 'DESC' : 'ASC';
      const items = await manager.find(ServiceRequestEntity, { where, order: { id }, skip: start - 1, take: limit });
      return { items, ...toCappedTotal(counted?.total ?? 0) };
    });
  }
}
