import type { ReferenceLists } from '../reference/reference-lists.js';

const CATEGORIES: Readonly<Record<string, string>> = {
  car: 'A – Αυτοκίνητο / Car',
  camper: 'A – Αυτοκίνητο / Car',
  motorcycle: 'B – Μοτοσυκλέτα / Motorcycle',
  lcv: 'C – Φορτηγό ή ελκυστήρας / Lorry or tractor',
  truck: 'C – Φορτηγό ή ελκυστήρας / Lorry or tractor',
  tractor: 'C – Φορτηγό ή ελκυστήρας / Lorry or tractor',
  moped: 'D – Ποδήλατο με κινητήρα / Cycle fitted with auxiliary engine',
  bus: 'E – Λεωφορείο / Bus',
  trailer: 'F – Ρυμουλκούμενο / Trailer',
};

/** The category of the international card for a usage of vehicles. */
export function greenCardCategory(usageCode: string, lists: ReferenceLists): string {
  const [type = ''] = lists.item('vehicleUsages', usageCode)?.vehicleTypes ?? [];
  return CATEGORIES[type] ?? 'G – Άλλο / Other';
}
