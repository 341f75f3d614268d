import type {
  MotorDriver,
  FrozenTariff,
  MotorPerson,
  MotorQuestionnaire,
  MotorSwap,
} from '../../record/reference/products/motor-questionnaire.js';
import {
  ask,
  askDelimited,
  askGroup,
  askList,
  buildAssigned,
  type QuestionForm,
  type Questions,
} from '../../record/reference/products/question-form.js';
import { MotorApplicationRequest } from './motor-application.dto.js';

const PERSON: Questions<MotorPerson> = {
  id: buildAssigned('Κωδικός προσώπου', 'Id of the person'),
  personTypeCode: ask('Είδος προσώπου', 'Person type'),
  lastName: ask('Επώνυμο ή επωνυμία', 'Surname or company name'),
  firstName: ask('Όνομα', 'First name'),
  fathersName: ask('Πατρώνυμο', 'Father’s name'),
  birthdate: ask('Ημερομηνία γέννησης', 'Date of birth'),
  genderCode: ask('Φύλο', 'Gender'),
  jobCode: ask('Επάγγελμα', 'Occupation'),
  addressStreet: ask('Οδός και αριθμός', 'Street and number'),
  addressCity: ask('Πόλη', 'City'),
  addressPostcode: ask('Ταχυδρομικός κώδικας', 'Postcode'),
  phone: ask('Σταθερό τηλέφωνο', 'Landline'),
  mobile: ask('Κινητό τηλέφωνο', 'Mobile phone'),
  email: ask('Email', 'E-mail address'),
  afm: ask('ΑΦΜ', 'Tax number'),
  doyCode: ask('ΔΟΥ', 'Tax office'),
  identityNo: ask('Αριθμός ταυτότητας', 'Identity card number'),
  identityDate: ask('Ημερομηνία έκδοσης ταυτότητας', 'Identity card issued on'),
  amka: ask('ΑΜΚΑ', 'Social security number'),
  passport: ask('Αριθμός διαβατηρίου', 'Passport number'),
  citizenship: ask('Υπηκοότητα', 'Nationality'),
  licenceType: ask('Κατηγορία διπλώματος', 'Licence category'),
  licenceDate: ask('Ημερομηνία διπλώματος', 'Date of the licence'),
};

const SWAP: Questions<MotorSwap> = {
  out: ask('Κάλυψη που φεύγει', 'Cover left out', 'cover'),
  in: ask('Κάλυψη στη θέση της', 'Cover in its place', 'cover'),
};

const DRIVER: Questions<MotorDriver> = {
  name: ask('Ονοματεπώνυμο', 'Name'),
  birthYear: ask('Έτος γέννησης', 'Year of birth'),
  licenceDate: ask('Ημερομηνία διπλώματος', 'Date of the licence'),
  licenceType: ask('Κατηγορία διπλώματος', 'Licence category'),
};

const FREEZE: Questions<FrozenTariff> = {
  tariffCode: buildAssigned('Τιμολόγιο', 'Tariff'),
  tariffVersion: buildAssigned('Έκδοση τιμολογίου', 'Version of the tariff'),
  until: buildAssigned('Ισχύει έως', 'Until'),
};

const AGENT_TITLES: Questions<NonNullable<MotorQuestionnaire['agentTitles']>> = {
  agent: buildAssigned('Συνεργάτης', 'Agent'),
  commisionAgent: buildAssigned('Συνεργάτης προμήθειας', 'Agent of the commission'),
  serviceAgent: buildAssigned('Συνεργάτης εξυπηρέτησης', 'Servicing agent'),
};

export const MOTOR_FORM: QuestionForm<MotorQuestionnaire> = {
  dto: MotorApplicationRequest,
  sections: [
    { title: { el: 'Στοιχεία ασφάλισης', en: 'Insurance' }, from: 'policyStartDate' },
    { title: { el: 'Όχημα', en: 'Vehicle' }, from: 'usageCode' },
    { title: { el: 'Οδηγός', en: 'Driver' }, from: 'driverName' },
    { title: { el: 'Επικοινωνία και συνεργάτες', en: 'Contact and agents' }, from: 'contactwayCode' },
  ],
  fields: {
    policyStartDate: ask('Έναρξη ασφάλισης', 'Start of insurance'),
    payFrequencyInMonths: ask('Συχνότητα πληρωμής', 'Payment frequency', 'payFrequency'),
    bundleCode: ask('Πακέτο', 'Bundle', 'bundle'),
    rateCode: ask('Τιμολόγιο κατά τον συνεργάτη', 'Rate as the agent knows it'),
    extraCovers: askDelimited('Πρόσθετες καλύψεις', 'Extra covers', 'cover'),
    discountCodes: askDelimited('Εκπτώσεις που ζητήθηκαν', 'Requested discounts', 'discount'),
    deductible: ask('Απαλλαγή (€)', 'Deductible (€)'),
    insuredValue: ask('Αξία οχήματος (€)', 'Value of the vehicle (€)'),
    bonusMalus: ask('Βαθμίδα bonus-malus', 'Bonus-malus class'),
    registryBonusMalus: buildAssigned('Βαθμίδα bonus-malus στο μητρώο', 'Bonus-malus class of the registry'),
    usageCode: ask('Χρήση', 'Usage'),
    usageSubcode: ask('Ειδικότερη χρήση', 'Subcode of the usage'),
    plateNo: ask('Αριθμός κυκλοφορίας', 'Plate'),
    regionPostcode: ask('Τ.Κ. χρήσης του οχήματος', 'Postcode where it is kept'),
    makeCode: ask('Μάρκα', 'Make'),
    modelCode: ask('Μοντέλο', 'Model'),
    factoryName: ask('Κατασκευαστής', 'Manufacturer'),
    frameNumber: ask('Αριθμός πλαισίου', 'Frame number'),
    manufactureYear: ask('Έτος κατασκευής', 'Year of manufacture'),
    firstRegistrationDate: ask('Πρώτη άδεια', 'First registration'),
    engineCc: ask('Κυβισμός (κ.εκ.)', 'Displacement (cc)'),
    powerInKw: ask('Ισχύς (kW)', 'Power (kW)'),
    grossWeight: ask('Μικτό βάρος (kg)', 'Gross weight (kg)'),
    taxableHp: ask('Φορολογήσιμοι ίπποι', 'Taxable horsepower'),
    vehicleSeats: ask('Θέσεις', 'Seats'),
    fuelType: ask('Καύσιμο', 'Fuel'),
    autonomousType: ask('Επίπεδο αυτόνομης οδήγησης', 'Level of automation'),
    leaseType: ask('Μίσθωση', 'Lease'),
    financingEndDate: ask('Λήξη μίσθωσης ή χρηματοδότησης', 'End of lease or financing'),
    pawnerTitle: ask('Ενεχυρούχος δανειστής', 'Holder of a lien'),
    secondOwner: ask('Δεύτερος ιδιοκτήτης', 'Second owner'),
    isSuspended: ask('Ακινησία οχήματος', 'Vehicle off the road'),
    driverName: ask('Οδηγός', 'Driver'),
    driverBirthYear: ask('Έτος γέννησης οδηγού', 'Driver’s year of birth'),
    driverLicenceType: ask('Κατηγορία διπλώματος οδηγού', 'Driver’s licence category'),
    driverLicenceDate: ask('Ημερομηνία διπλώματος οδηγού', 'Date of the driver’s licence'),
    contactwayCode: ask('Τρόπος επικοινωνίας', 'Preferred contact way'),
    comments: ask('Παρατηρήσεις', 'Comments'),
    commisionAgentCode: ask('Συνεργάτης προμήθειας', 'Agent of the commission', 'agent'),
    serviceAgentCode: ask('Συνεργάτης εξυπηρέτησης', 'Servicing agent', 'agent'),
    indirectAgentCode: ask('Υποσυνεργάτης', 'Subagent', 'agent'),
    swappableCovers: askList<MotorSwap>({ el: 'Ανταλλαγή κάλυψης', en: 'Swapped cover' }, null, SWAP),
    drivers: askList<MotorDriver>({ el: 'Άλλος οδηγός', en: 'Other driver' }, null, DRIVER),
    client: askGroup<MotorPerson>('Λήπτης της ασφάλισης', 'Policyholder', PERSON),
    insured: askGroup<MotorPerson>('Ασφαλισμένος', 'Insured', PERSON),
    frozen: askGroup<FrozenTariff>('Παγωμένη τιμή', 'Frozen price', FREEZE),
    agentTitles: askGroup('Συνεργάτες όταν γράφτηκε', 'Agents when it was written', AGENT_TITLES),
  },
};
