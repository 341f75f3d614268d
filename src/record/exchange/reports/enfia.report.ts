import { addTitles, buildColumn, buildOptionalColumn } from '../../../common/table.js';
import { Status } from '../../core/applications/status.js';
import { APPLICATION, ISSUED, POLICY, POLICY_SQL, TERM, TERM_SQL, type Report } from './report-parts.js';

/** The insurer never has ownership shares and the number in the land register. */
const NEVER_HELD = 'ownership_share kaek';

/** Policies without an act of cancellation have the day of their transition. */
const COVER_ENDS = `CASE WHEN a.status <> '${Status.CANCELLED_MID_TERM}' THEN a.end_date ELSE coalesce(
      (SELECT c.cover_ends FROM cancellation c WHERE c.application_id = a.id AND c.reinstated_at IS NULL),
      (SELECT (max(t.at) AT TIME ZONE 'Europe/Athens')::date FROM status_transition t WHERE t.application_id = a.id AND t.action IN ('cancel_mid_term', 'lapse')),
      a.end_date) END`;

/** Objects as the last segment that covers a day of the year has them. `first`, `last`: days of all its segments. */
const OBJECTS = `
      SELECT DISTINCT ON (o.value ->> 'object_id') o.value, o.place, q.insured, min(s.from_date) OVER same AS first, max(s.to_date) OVER same AS last
      FROM contract_segment s
        CROSS JOIN LATERAL (
          SELECT coalesce(s.questionnaire, a.questionnaire) -> 'objects_insured' AS objects, coalesce(s.questionnaire, a.questionnaire) -> 'insured' AS insured,
            coalesce(s.enfia_eligible, a.enfia_eligible) AS eligible) q
        CROSS JOIN LATERAL json_array_elements(q.objects) WITH ORDINALITY AS o(value, place)
      WHERE s.application_id = a.id AND s.known_until IS NULL AND q.eligible[o.place] AND s.to_date > $1::date AND s.from_date < least(e.cover_ends, $2::date)
      WINDOW same AS (PARTITION BY o.value ->> 'object_id')
      ORDER BY o.value ->> 'object_id', s.from_date DESC`;

/** Properties whose tax is reduced, one row per object (reports.9). */
export const ENFIA: Report = {
  title: { el: 'ΕΝΦΙΑ', en: 'ENFIA' },
  period: 'days',
  columns: [
    ...POLICY,
    buildColumn('objectId', 'integer', 'Αντικείμενο', 'Insured property', 101),
    buildOptionalColumn('atak', 'text', 'ΑΤΑΚ', 'ATAK', '01234567890'),
    buildColumn('insuredName', 'text', 'Ασφαλισμένος', 'Insured', 'Παπαδοπούλου Μαρία'),
    buildColumn('insuredAfm', 'text', 'ΑΦΜ ασφαλισμένου', 'Tax number of the insured', '123456783'),
    buildColumn('insuredType', 'text', 'Είδος προσώπου', 'Person type of the insured', '1'),
    buildOptionalColumn('coOwnerAfms', 'text', 'ΑΦΜ συνιδιοκτητών', 'Tax numbers of the co-owners', '987654324'),
    buildColumn('address', 'text', 'Διεύθυνση', 'Address', 'Λεωφόρος Κηφισίας 100'),
    buildColumn('postCode', 'text', 'Ταχυδρομικός κώδικας', 'Postcode', '11527'),
    buildColumn('city', 'text', 'Πόλη', 'City', 'Αθήνα'),
    buildColumn('kindOfRisk', 'text', 'Είδος κινδύνου', 'Kind of risk', '04'),
    buildColumn('squareMeters', 'text', 'Εμβαδόν (τ.μ.)', 'Area, m²', '100'),
    buildOptionalColumn('buildingSum', 'amount', 'Ασφαλιζόμενο κεφάλαιο κτιρίου', 'Sum insured of the building', 150000),
    buildOptionalColumn('covers', 'text', 'Καλύψεις', 'Covers', '001 004 005'),
    ...TERM,
    buildColumn('coverEnds', 'date', 'Τέλος κάλυψης', 'End of the cover', '2027-12-01'),
    buildColumn('insuredFrom', 'date', 'Ασφαλισμένο στο έτος από', 'Insured in the year from', '2026-12-01'),
    buildColumn('insuredTo', 'date', 'Ασφαλισμένο στο έτος έως', 'Insured in the year to, not included', '2027-01-01'),
    buildColumn('insuredDays', 'integer', 'Ημέρες στο έτος', 'Days of the year', 31),
    buildColumn('netPaid', 'amount', 'Καθαρά ασφάλιστρα που πληρώθηκαν', 'Net premium paid for the object', 252),
    buildColumn('notHeld', 'text', 'Δεν τηρείται', 'What is not held', `atak ${NEVER_HELD}`),
    addTitles(
      buildColumn('insuredThreeMonths', 'text', 'Ασφαλισμένο τουλάχιστον τρεις μήνες', 'Insured for three months at least', '0', [
        '0',
        '1',
      ]),
      {
        0: { el: 'Όχι', en: 'No' },
        1: { el: 'Ναι', en: 'Yes' },
      },
    ),
  ],
  // A fire policy lasts a year, so earlier ones have ended.
  sql: (where) => `
  SELECT ${POLICY_SQL}, (o.value ->> 'object_id')::bigint AS "objectId", o.value ->> 'atak' AS atak,
    concat_ws(' ', o.insured ->> 'last_name', o.insured ->> 'first_name') AS "insuredName", o.insured ->> 'afm' AS "insuredAfm",
    o.insured ->> 'person_type_code' AS "insuredType",
    (SELECT string_agg(c ->> 'afm', ' ') FROM json_array_elements(o.value -> 'co-owners') c) AS "coOwnerAfms",
    concat_ws(' ', o.value ->> 'address', o.value ->> 'address_number') AS address, o.value ->> 'post_code' AS "postCode", o.value ->> 'city' AS city,
    o.value ->> 'kind_of_risk' AS "kindOfRisk", o.value ->> 'square_meters' AS "squareMeters",
    (SELECT sum((v ->> 'insured_value')::numeric(14,2)) FROM json_array_elements(o.value -> 'insured_values') v WHERE v ->> 'group_cover' IN ('01', '03')) AS "buildingSum",
    m.covers, ${TERM_SQL}, e.cover_ends AS "coverEnds", d.first AS "insuredFrom", d.last AS "insuredTo", d.last - d.first AS "insuredDays",
    m.net AS "netPaid", concat_ws(' ', CASE WHEN o.value ->> 'atak' IS NULL THEN 'atak' END, '${NEVER_HELD}') AS "notHeld",
    CASE WHEN d.first + interval '3 months' <= d.last THEN '1' ELSE '0' END AS "insuredThreeMonths"
  FROM ${APPLICATION}
    CROSS JOIN LATERAL (SELECT ${COVER_ENDS} AS cover_ends) e
    CROSS JOIN LATERAL (${OBJECTS}) o
    CROSS JOIN LATERAL (SELECT greatest(o.first, $1::date) AS first, least(o.last, e.cover_ends, $2::date) AS last) d
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.net) FILTER (WHERE r.status = 'PAID'), 0.00) AS net, string_agg(DISTINCT c.code, ' ' ORDER BY c.code) AS covers
      FROM receipt r JOIN receipt_cover c ON c.receipt_no = r.receipt_no
      WHERE r.application_id = a.id AND c.object_id = (o.value ->> 'object_id')::bigint) m
  WHERE a.line = 'fire' AND a.status IN (${ISSUED}) AND a.start_date > $1::date - 367 AND a.start_date < $2::date
    AND d.last > d.first${where}
  ORDER BY a.start_date, a.id, o.place`,
};
