import { addDays, type LocalDate } from '../../common/athens.js';
import type { MtrApplication } from './mtr-application.dto.js';

const DAYS_AHEAD = 7;

/** A filled application that can be sent as it is: a car in Athens with the basic bundle, starting in a week. */
export function templateApplication(today: LocalDate): MtrApplication {
  const client = {
    ...{ personTypeCode: '1', lastName: 'Παπαδοπούλου', firstName: 'Μαρία', fathersName: 'Γεώργιος', birthdate: '1986-05-14' },
    ...{ genderCode: '2', jobCode: '2310', addressStreet: 'Λεωφόρος Κηφισίας 100', addressCity: 'Αθήνα', addressPostcode: '11526' },
    ...{ mobile: '6912345678', email: 'maria@example.gr', afm: '123456783', doyCode: '1101', citizenship: 'GR' },
    ...{ licenceType: 'B', licenceDate: '2005-06-01' },
  };
  return {
    ...{ policyStartDate: addDays(today, DAYS_AHEAD), payFrequencyInMonths: 12, bundleCode: 'B1', extraCovers: '', discountCodes: '' },
    ...{ deductible: 500, usageCode: '01', usageSubcode: '0101', plateNo: 'IZX4821', regionPostcode: '11527' },
    ...{ makeCode: '199', modelCode: '1990080', manufactureYear: 2018, engineCc: 1398, powerInKw: 73, fuelType: 1, autonomousType: 0 },
    ...{ leaseType: 0, vehicleSeats: 5, insuredValue: 9000, bonusMalus: 10 },
    ...{ driverName: 'Μαρία Παπαδοπούλου', driverBirthYear: 1986, driverLicenceType: 'B', driverLicenceDate: '2005-06-01', drivers: [] },
    ...{ contactwayCode: '01', comments: '', swappableCovers: [] },
    client,
    insured: client,
  };
}
