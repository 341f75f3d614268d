const READS_FIRST = 'Reads the application first. The insert of an application checks the same DTO.';
const NEEDS_QUERY = 'Refuses the missing query first. The update of the settings checks the same DTO.';
const NEEDS_LINK = 'Refuses the token of the link first.';

/** Operations whose bounds are not sent, with the reason. */
export const UNSENT_OPERATIONS: Readonly<Record<string, string>> = {
  'PUT /fire-api/rsc/applications/{id}': READS_FIRST,
  'POST /fire-api/rsc/applications/{id}/objects_insured': READS_FIRST,
  'PUT /fire-api/rsc/applications/{id}/objects_insured/{object_id}': READS_FIRST,
  'POST /fire-api/rsc/applications/{id}/objects_insured/{object_id}/claims_history': READS_FIRST,
  'PUT /fire-api/rsc/applications/{id}/objects_insured/{object_id}/claims_history/{claim_id}': READS_FIRST,
  'POST /fire-api/rsc/applications/{id}/objects_insured/{object_id}/co-owners': READS_FIRST,
  'POST /fire-api/rsc/applications/{id}/objects_insured/{object_id}/mortgages_loans': READS_FIRST,
  'PUT /fire-api/rsc/applications/{id}/objects_insured/{object_id}/mortgages_loans/{bank_id}': READS_FIRST,
  'PUT /mtr-api/resources/applications/{application}': READS_FIRST,
  'POST /backoffice-api/settings/legal-texts/preview': NEEDS_QUERY,
  'POST /backoffice-api/settings/letters/preview': NEEDS_QUERY,
  'POST /c/{token}/acceptance': NEEDS_LINK,
  'POST /c/{token}/contact': NEEDS_LINK,
  'POST /c/{token}/visit': NEEDS_LINK,
  'POST /c/{token}/withdrawal': NEEDS_LINK,
};

const NO_SECRET = 'Has the form of a secret, but is none.';
const NO_PLACEHOLDER = 'A text of this length without its placeholder is refused.';
const UNKNOWN = 'Nothing has this id or code.';

/** Values within their bounds that are refused for another reason, by the end of their path. */
export const REFUSED_WITHIN_BOUNDS: Readonly<Record<string, string>> = {
  'POST /backoffice-api/factors/passkeys password': NO_SECRET,
  'POST /backoffice-api/factors/passkeys/{id}/removal password': NO_SECRET,
  'POST /backoffice-api/factors/recovery-codes password': NO_SECRET,
  'POST /backoffice-api/factors/totp password': NO_SECRET,
  'POST /backoffice-api/factors/totp/confirmation code': NO_SECRET,
  'POST /backoffice-api/factors/totp/removal password': NO_SECRET,
  'GET /backoffice-api/passwords token': NO_SECRET,
  'GET /backoffice-api/signup/verify token': NO_SECRET,
  'POST /backoffice-api/signup/verify token': NO_SECRET,
  'PUT /backoffice-api/settings/legal-texts withdrawal.text.el': NO_PLACEHOLDER,
  'PUT /backoffice-api/settings/legal-texts withdrawal.text.en': NO_PLACEHOLDER,
  'PUT /backoffice-api/settings/legal-texts objection.text.el': NO_PLACEHOLDER,
  'PUT /backoffice-api/settings/legal-texts objection.text.en': NO_PLACEHOLDER,
  'PUT /backoffice-api/settings/legal-texts complaints.text.el': NO_PLACEHOLDER,
  'PUT /backoffice-api/settings/legal-texts complaints.text.en': NO_PLACEHOLDER,
  'GET /backoffice-api/calls keyPrefix': UNKNOWN,
  'POST /backoffice-api/user-keys programId': UNKNOWN,
  'PATCH /backoffice-api/users/{id} agentCode': UNKNOWN,
  'PATCH /backoffice-api/users/{id} delegates[0]': UNKNOWN,
};
