import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/embedded.js';

/**
 * Columns that an erasure deletes or blanks: the register, the agents' records, and data of the person's applications.
 */
const ERASED_WITH_THE_PERSON = [
  'party: afm, first_name, fathers_name, gender_code, last_name, name_search, occupation_code, person_type, updated_by',
  'party_address: address_type, agent_code, city, line_1, post_code, updated_by',
  'party_contact: agent_code, contact, contact_type, updated_by',
  'party_record: afm, agent_code, first_name, fathers_name, gender_code, last_name, name_search, occupation_code, person_type, updated_by',
  // Deleted within seconds.
  'party_record_change: afm, agent_code',
  'party_version: agent_code, state, subject',
  'amendment: approval, instructions, messages, outcome, reason',
  'amendment_run_policy: faults',
  'amendment_transition: reason',
  'application: approval, client_afm, client_name, client_search, messages, plate_no, questionnaire',
  'application_note: text',
  'application_version: state',
  'contract_segment: questionnaire',
  'customer_act: address, answers, reason, sent_to',
  'document: comments, file_name',
  'payout: return_reason',
  'staff_message: text',
  'status_transition: reason',
  'withdrawal: closing, statement',
  'gateway.audit_entry: details',
  'agent_bonus_malus: afm, plate_no, source',
  'bonus_malus_registry: afm, plate_no, source',
  'erasure: actor, afm',
  'refund: holder, iban, iban_shown',
  // Deleted when the money is booked or returned, before which no person is erased, and when a debit is booked.
  'bank_statement_entry: remittance, sender, sender_iban',
  // Found and deleted as a whole.
  'document_content: content, english',
  'kept_answer: body',
  'gateway.kept_staff_answer: body',
  'quote_draft: afm, content, title',
  // Deleted when the policy is printed, normally within minutes.
  'policy_to_print: english, greek',
  'letter: about, content, facts',
  'letter_mail: address, recipient',
  'letter_stop: reason',
  'pending_action: request, summary, why',
  'reversal: reason',
];

/** Free texts that may mention the person elsewhere, which remain (backoffice.260). */
const WRITTEN_ELSEWHERE = ['service_request: answer, body, subject', 'service_request_event: answer', 'webhook: description'];

/** Codes, numbers and digests; actors among agents and staff; published data; the ledger. */
const NEVER_PERSONAL = [
  'account: agent_code, code, kind',
  'agent: afm, code, commission_type, email, iban, iban_shown, legal_name, licence_no, name, type, withholding',
  'agent_bonus_malus: agent_code',
  'agent_clock: agent_code, state',
  // Paths with the choice between two amendments, without values.
  'amendment: agent_code, created_by, kind, payment_code, resolutions, status',
  // Changes of law or of data of many policies.
  'amendment_run: changes, created_by, figures, filter, kind, line, reason, started_by, state',
  'amendment_run_policy: result',
  'portfolio_transfer: application_ids, created_by, failure, figures, from_agent, policy_nos, reason, state, to_agent',
  'amendment_transition: action, actor, actor_name, from_status, to_status',
  'application: agent_code, application_no, last_action, last_receipt, line, payment_code, policy_no, price, status, tariff_code, updated_by',
  'application_note: user_name',
  'armed_fault: agent_code, route, status',
  'bank_advice: agent_code, outcome, payment_code, reference',
  // Actor and account belong to the insurer.
  'bank_statement: account, actor, bank_statement_id, content, format, gap_reason, message_id, sha256, state, uploaded_by',
  'bank_statement_entry: account, bank_code, bank_reference, currency, entry_key, payment_code, payment_codes, reason, reference, result, returned',
  'cancellation: kind, reason_code, refund_rule',
  'claim: claim_no, recorded_by',
  'contract_segment: amendment_ids, price',
  'customer_act: actor_name, channel, kind, shown, shown_sha256',
  'customer_link: code_hash, created_by, purpose, secret, token_hash, withdrawn_by',
  'document: created_by, mime_type, scan, sha256, system_key',
  'document_object: fault, sha256, state',
  'kept_answer: agent_code, fingerprint, headers, path, resources, scope, upload_sha256',
  'key_expiry_notice: agents, key_prefix',
  'ledger_transaction: kind, reference',
  // Written about no person; the console fills in the name.
  'message_template: decision, text, title',
  'migration: name',
  'quote_draft: agent_code, line',
  'overview_share: agent_code, line, shares',
  'overview_total: agent_code, key, line, part',
  'party_id_key: key',
  'payment_code: code',
  'payout: return_reference',
  'payout_batch: approved_by, debtor_iban, debtor_name, ended_by, prepared_by, reference, status',
  'policy_to_print: created_by, file_name',
  'receipt: agent_code, kind, levies, payment_method, payment_reference, policy_no, status, taxes',
  'receipt_cover: code, tax_class, title',
  'receipt_number: series',
  'refund: agent_code, kind, status',
  'scheduled_cancellation: ended_by, outcome, reason_code, scheduled_by',
  'service_request: agent_code, category, number, status, user_name',
  'service_request_event: actor, status',
  'setting: key, value',
  'staff_message: kind',
  'status_transition: action, actor, actor_name, agent_code, from_status, key_prefix, to_status',
  'subagent: agent_code, code, name',
  'suspense_item: reason, resolution, resolved_agent_code, resolved_by',
  'tariff: branch, code, content, sha256',
  'upload_day: agent_code',
  'erasure: counts, fault, requested_by, state',
  'erasure_application: agent_code',
  'event: agent_code, data, traceparent, type',
  'event_epoch: code, origin',
  'event_position: agent_code',
  'webhook: agent_code, disabled_reason, former_secret, resent_at, secret, status, tested_at, types, url',
  'webhook_attempt: failure',
  'webhook_delivery: status',
  'withdrawal: claim_no, closed_by, state',
  'gateway.access_setting: key, value',
  'gateway.api_key: certificate_sha256, contact, environments, ip_addresses, key_hash, name, prefix, service_rates, services, status',
  'gateway.api_key_notice: kind',
  'gateway.account_mail: mail',
  'gateway.app_user: agent_code, email, name, password_hash, role, status',
  'gateway.audit_entry: action, actor, address, environment, erasable_salt, erasable_sha256, role, sha256, subject_id, subject_type',
  'underwriting_authority: ended_by, granted_by, lines, rules',
  'gateway.audit_export: target',
  'gateway.audit_link: hash',
  // An exchange has test data of the sandbox, and is dropped with its day.
  'gateway.call_log: address, agent_code, duration_ms, environment, error_code, exchange, key_prefix, method, route',
  'gateway.delegation: agent_code',
  'gateway.factor_challenge: purpose, secret, token_hash',
  'gateway.kept_staff_answer: environment, fingerprint, headers, path, resources, scope, upload_sha256',
  'gateway.migration: name',
  'gateway.node: host, version',
  'gateway.oidc_logout_token: token_hash',
  'gateway.oidc_sign_in: browser_hash, code_verifier, nonce, return_to, state_hash',
  'gateway.one_time_token: purpose, token_hash',
  'gateway.parameter_version: content, list',
  'gateway.program: name, owner',
  'gateway.rate_admission: service',
  'gateway.sign_in_attempt: account_hash, network',
  'gateway.signup: email, environments, name, network, production_decline_reason, program_name, token_hash',
  'gateway.staff_device: token_hash',
  'gateway.staff_passkey: credential_id, name, public_key, transports',
  'gateway.staff_recovery_code: code_hash',
  'gateway.staff_session: address, id_token, kind, method, provider_session, second_factor, token_hash, user_agent',
  'gateway.staff_totp: secret',
  'gateway.token: agent_code, environment, token_hash',
  'gateway.user_identity: issuer, subject',
  'gateway.user_key: key_hash, prefix',
  'commission: agent_code',
  'commission_rate: agent_code, agent_type, bundle, cover, kind, line',
  'commission_statement: agent_code, approved_by, details, prepared_by, settlement, status',
  'commission_version: content, line, loaded_by, sha256',
  'ledger_closing: closed_by',
  'ledger_day: account, kind',
  'document_delivery: channel, delivered_to, kind, language, sha256, version',
  'offer: agent_code, line, made_by, needs, offer_no, sha256, tariff_code',
  'information_document: content, kind, language, sha256, source_sha256, version',
  'letter: kind',
  'letter_mail: channel, failure, requested_by, state',
  'letter_stop: stopped_by',
  'pending_action: agent_code, decided_by, decision, kind, note, requested_by, result',
  'reversal: reversed_by',
];

const COLUMNS = `
  SELECT CASE table_schema WHEN 'gateway' THEN 'gateway.' ELSE '' END || table_name || '.' || column_name AS name
  FROM information_schema.columns
  WHERE table_schema IN ('production', 'gateway') AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass)
    AND data_type NOT IN ('bigint', 'boolean', 'date', 'integer', 'numeric', 'smallint',
    'timestamp with time zone', 'uuid', 'xid8') AND udt_name NOT IN ('_bool', '_int4')`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const columnsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [table = '', columns = ''] = line.split(': ');
    return columns.split(', ').map((column) => `${table}.${column}`);
  });

it('every text column is erased with the person, written elsewhere, or never about a person', async () => {
  const named = columnsOf([...ERASED_WITH_THE_PERSON, ...WRITTEN_ELSEWHERE, ...NEVER_PERSONAL]);
  const columns = (await queryDatabase<{ name: string }>(database.url, COLUMNS)).map(({ name }) => name);
  expect(named.toSorted()).toEqual(columns.toSorted());
});
