import type {
  FireClaim,
  FireClient,
  FireConsent,
  FireCoOwner,
  FireExtraCover,
  FireInsuredValue,
  FireLoan,
  FireObject,
  FirePerson,
  FireProtection,
  FireQuestionnaire,
} from '../../record/reference/products/fire-questionnaire.js';
import { ask, askGroup, askList, buildAssigned, type QuestionForm, type Questions } from '../../record/reference/products/question-form.js';
import { FireApplicationFieldsRequest } from './fire-application.dto.js';

const PERSON: Questions<FirePerson> = {
  person_type_code: ask('Είδος προσώπου', 'Person type'),
  last_name: ask('Επώνυμο ή επωνυμία', 'Surname or company name'),
  first_name: ask('Όνομα', 'First name'),
  father_name: ask('Πατρώνυμο', 'Father’s name'),
  birth_date: ask('Ημερομηνία γέννησης', 'Date of birth'),
  gender_code: ask('Φύλο', 'Gender'),
  job_code: ask('Επάγγελμα', 'Occupation'),
  address: ask('Οδός και αριθμός', 'Street and number'),
  city: ask('Πόλη', 'City'),
  post_code: ask('Ταχυδρομικός κώδικας', 'Postcode'),
  phone: ask('Σταθερό τηλέφωνο', 'Landline'),
  mobile: ask('Κινητό τηλέφωνο', 'Mobile phone'),
  email: ask('Email', 'E-mail address'),
  afm: ask('ΑΦΜ', 'Tax number'),
  doy_code: ask('ΔΟΥ', 'Tax office'),
  identity_number: ask('Αριθμός ταυτότητας', 'Identity card number'),
  identity_date: ask('Ημερομηνία έκδοσης ταυτότητας', 'Identity card issued on'),
  amka: ask('ΑΜΚΑ', 'Social security number'),
  passport: ask('Αριθμός διαβατηρίου', 'Passport number'),
  citizenship: ask('Υπηκοότητα', 'Nationality'),
};

const CONSENTS: Questions<FireConsent> = {
  master_id: ask('Σκοπός', 'Purpose', 'consentGroup'),
  id: ask('Μέσο', 'Means', 'consent'),
  answer: ask('Συναίνεση', 'Consent'),
};

const CLIENT: Questions<FireClient> = {
  ...PERSON,
  consents: askList<FireConsent>({ el: 'Συναίνεση επικοινωνίας', en: 'Marketing consent' }, 'id', CONSENTS),
};

const CO_OWNER: Questions<FireCoOwner> = { co_owner_id: buildAssigned('Κωδικός συνιδιοκτήτη', 'Id of the co-owner'), ...PERSON };

const PROTECTION: Questions<FireProtection> = {
  id: ask('Μέτρο', 'Measure'),
  has_protection: ask('Υπάρχει', 'Is there'),
  multitude: ask('Πλήθος', 'How many'),
};

const INSURED_VALUE: Questions<FireInsuredValue> = {
  group_cover: ask('Ομάδα κεφαλαίων', 'Group insured'),
  insured_value: ask('Ασφαλιζόμενο κεφάλαιο (€)', 'Sum insured (€)'),
};

const EXTRA_COVER: Questions<FireExtraCover> = {
  group_cover: ask('Ομάδα κεφαλαίων', 'Group insured'),
  cover: ask('Κάλυψη', 'Cover', 'cover'),
};

const CLAIM: Questions<FireClaim> = {
  claim_id: buildAssigned('Κωδικός ζημιάς', 'Id of the claim'),
  claim_date: ask('Ημερομηνία ζημιάς', 'Day of the loss'),
  claim_amount: ask('Ποσό ζημιάς (€)', 'Amount of the loss (€)'),
  job_description: ask('Περιγραφή και αποκατάσταση', 'What happened and was repaired'),
};

const LOAN: Questions<FireLoan> = {
  bank_id: ask('Τράπεζα', 'Bank'),
  amount_loan: ask('Ποσό δανείου (€)', 'Amount of the loan (€)'),
};

const OBJECT: Questions<FireObject> = {
  object_id: buildAssigned('Κωδικός αντικειμένου', 'Id of the object'),
  atak: ask('ΑΤΑΚ', 'Property number of the tax register (ATAK)'),
  kind_of_risk: ask('Είδος κινδύνου', 'Kind of risk'),
  subkind_of_risk: ask('Υποείδος κινδύνου', 'Subkind of risk'),
  address: ask('Οδός κινδύνου', 'Street of the risk'),
  address_number: ask('Αριθμός', 'Number in the street'),
  city: ask('Πόλη', 'City'),
  post_code: ask('Ταχυδρομικός κώδικας', 'Postcode'),
  latitude: ask('Γεωγραφικό πλάτος', 'Latitude'),
  longitude: ask('Γεωγραφικό μήκος', 'Longitude'),
  building_year: ask('Έτος κατασκευής', 'Year of construction'),
  building_commencement_year: ask('Έτος έναρξης κατασκευής', 'Year construction began'),
  square_meters: ask('Εμβαδόν (τ.μ.)', 'Area (m²)'),
  building_year_piping: ask('Έτος υδραυλικής εγκατάστασης', 'Year plumbing was installed'),
  bordering: ask('Όμορο κτίσμα', 'Bordering building'),
  is_owner_building: ask('Ιδιοκτησία του ασφαλισμένου', 'Owned by the insured'),
  illegal: ask('Αυθαίρετη κατασκευή', 'Unauthorised construction'),
  building_floors: ask('Όροφοι κτιρίου', 'Floors of the building'),
  insurance_floors: ask('Ασφαλιζόμενοι όροφοι', 'Insured floors'),
  meters_from_river: ask('Απόσταση από ρέμα (μ.)', 'Distance to a stream (m)'),
  construction_of_skeleton: ask('Σκελετός', 'Skeleton'),
  construction_of_walls: ask('Τοιχοποιία', 'Walls'),
  roof_construction: ask('Στέγη', 'Roof'),
  type_of_locks: ask('Κλειδαριά κύριας εισόδου', 'Lock of the main door'),
  fire_protections: askList<FireProtection>({ el: 'Μέτρο πυροπροστασίας', en: 'Fire protection measure' }, 'id', PROTECTION),
  theft_protections: ask('Μέτρα κατά της κλοπής', 'Theft protection measures'),
  alarm_connections: ask('Σύνδεση συναγερμού', 'Alarm connections'),
  type_of_safety_shutters: ask('Ρολά ασφαλείας', 'Safety shutters'),
  bundle_code: ask('Πακέτο', 'Bundle', 'bundle'),
  building_improvements: ask('Βελτιώσεις κτιρίου (€)', 'Building improvements (€)'),
  insured_values: askList<FireInsuredValue>({ el: 'Κεφάλαιο', en: 'Insured value' }, 'group_cover', INSURED_VALUE),
  extra_covers: askList<FireExtraCover>({ el: 'Πρόσθετη κάλυψη', en: 'Extra cover' }, null, EXTRA_COVER),
  claims_history: askList<FireClaim>({ el: 'Ζημιά παρελθόντος', en: 'Claim of the past' }, 'claim_id', CLAIM),
  'co-owners': askList<FireCoOwner>({ el: 'Συνιδιοκτήτης', en: 'Co-owner' }, 'co_owner_id', CO_OWNER),
  mortgages_loans: askList<FireLoan>({ el: 'Δάνειο', en: 'Loan' }, 'bank_id', LOAN),
  discounts: ask('Εκπτώσεις που ζητήθηκαν', 'Requested discounts', 'discount'),
};

export const FIRE_FORM: QuestionForm<FireQuestionnaire> = {
  dto: FireApplicationFieldsRequest,
  sections: [{ title: { el: 'Στοιχεία ασφάλισης', en: 'Insurance' }, from: 'start_date' }],
  fields: {
    start_date: ask('Έναρξη ασφάλισης', 'Start of insurance'),
    pay_frequency_in_months: ask('Συχνότητα πληρωμής', 'Payment frequency', 'payFrequency'),
    contact_way_code: ask('Τρόπος επικοινωνίας', 'Preferred contact way'),
    application_acceptance_method: ask('Τρόπος αποδοχής', 'How the customer accepts'),
    subagent_code: ask('Υποσυνεργάτης', 'Subagent', 'agent'),
    service_code: ask('Συνεργάτης εξυπηρέτησης', 'Servicing agent', 'agent'),
    commission_code: ask('Συνεργάτης προμήθειας', 'Agent of the commission', 'agent'),
    client: askGroup<FireClient>('Λήπτης της ασφάλισης', 'Policyholder', CLIENT),
    insured: askGroup<FirePerson>('Ασφαλισμένος', 'Insured', PERSON),
    objects_insured: askList<FireObject>({ el: 'Ασφαλιζόμενο αντικείμενο', en: 'Insured property' }, 'object_id', OBJECT),
  },
};
