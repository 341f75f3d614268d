import { ErrorCode } from '../../common/error-codes.js';
import type { GatewayErrorCode } from '../call/gateway-error.js';

/** Source of docs/errors.md (`npm run errors`). */
export interface ErrorHelp {
  readonly cause: string;
  readonly remedy: string;
}

export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorHelp>> = {
  [ErrorCode.INTERNAL]: {
    cause: 'The program failed. The log has the details under the `X-Request-Id` of the response.',
    remedy: 'Repeat the call later with the same `Idempotency-Key`. If it fails again, report the `X-Request-Id`.',
  },
  [ErrorCode.UNAVAILABLE]: {
    cause: 'The database does not respond, a share of the process is in use, or the agent of the sandbox is being moved or reset.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the call with the same `Idempotency-Key`.',
  },
  [ErrorCode.BAD_JSON]: {
    cause: 'The body is not JSON in UTF-8, is not an object, is nested more than 20 levels deep, or has more than 100,000 values.',
    remedy: 'Send one JSON object.',
  },
  [ErrorCode.REQUIRED]: {
    cause: 'A required field or query parameter is missing, `null` or blank.',
    remedy: 'Send the field that `path` names.',
  },
  [ErrorCode.INVALID]: {
    cause: 'A value has the wrong type, length or format, contradicts another value, or its field is unknown.',
    remedy: 'Correct the value at `path`. The message names what is allowed.',
  },
  [ErrorCode.UNKNOWN_CODE]: {
    cause: 'The code is not in its parameter list, is retired, or belongs to another parent.',
    remedy: 'Take a code from the parameter list that the description of the field names.',
  },
  [ErrorCode.BAD_DATE]: {
    cause: 'The date does not exist, is not written as YYYY-MM-DD, or is not allowed here (a birth date in the future, for example).',
    remedy: 'Send an existing date within the allowed period.',
  },
  [ErrorCode.BAD_QUERY]: {
    cause: 'A query parameter is missing, has the wrong form, or does not fit the others.',
    remedy: 'Correct the parameter that `path` names.',
  },
  [ErrorCode.WRAPPER_MISSING]: {
    cause: 'The body lacks the key around the data, such as `fire_application`.',
    remedy: 'Wrap the data as the example of the operation shows.',
  },
  [ErrorCode.MEDIA_TYPE]: {
    cause: '`Content-Type` is not JSON in UTF-8 (XML for a bank file), or the body is compressed in an unknown way.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  [ErrorCode.BODY_TOO_LARGE]: {
    cause: 'A JSON body is larger than 1 MiB, or a bank file larger than 20 MB.',
    remedy: 'Send less in one call.',
  },
  [ErrorCode.BAD_AFM]: {
    cause: 'The tax number does not have nine digits, or its check digit is wrong.',
    remedy: 'Ask the customer for the number and correct it.',
  },
  [ErrorCode.BAD_AMKA]: {
    cause: 'The social security number does not have eleven digits, its check digit is wrong, or it contradicts the birth date.',
    remedy: 'Correct the number or the birth date.',
  },
  [ErrorCode.BAD_PLATE]: {
    cause: 'The plate does not have the form of a Greek plate for this kind of vehicle.',
    remedy: 'Send letters and digits as they are on the registration document.',
  },
  [ErrorCode.BAD_POSTCODE]: {
    cause: 'The postcode does not have five digits, or the postcode of a risk belongs to no prefecture.',
    remedy: 'Send an existing Greek postcode.',
  },
  [ErrorCode.TOKEN_REFUSED]: {
    cause: 'The token, user-key or session is missing, unknown, disabled, or of another program or environment.',
    remedy: 'Request a new token in the same environment with a user-key of this program, or sign in again.',
  },
  [ErrorCode.AGENT_CODE_REFUSED]: {
    cause: 'The user may not act for this agent, or the application belongs to a delegate of the agent.',
    remedy: 'Request a token with the `agent-code` of the agent. If that is refused, ask the insurer for a delegation.',
  },
  [ErrorCode.ROLE_REFUSED]: {
    cause: "The user's role does not permit the action, or the action needs a second person.",
    remedy: 'Let a user with the right role, or another person, do it.',
  },
  [ErrorCode.TOKEN_EXPIRED]: {
    cause: 'The token or session has expired.',
    remedy: 'Request a new token, or sign in again, and repeat the call.',
  },
  [ErrorCode.CSRF_TOKEN_REFUSED]: {
    cause: 'A write with a session cookie lacks `X-CSRF-Token`, or carries that of another session.',
    remedy: 'Send the `csrfToken` of `GET /backoffice-api/sessions/current`.',
  },
  [ErrorCode.SECOND_FACTOR_MISSING]: {
    cause: 'The role of the user requires a second factor, or the user has one, and the session was opened without it.',
    remedy: 'Set one up at `/backoffice-api/factors`, or sign in again with it.',
  },
  [ErrorCode.AUTHORITY_EXCEEDED]: {
    cause: 'A decision on a referral exceeds the authority of the underwriter. The message names each limit and who may decide.',
    remedy: 'Hand the referral up to a person that the message names, or decide within the limits.',
  },
  [ErrorCode.APPLICATION_NOT_FOUND]: {
    cause: 'No application has this id, or it belongs to another agent, line or environment.',
    remedy: 'Check the id, the environment and the agent of the token.',
  },
  [ErrorCode.POLICY_NOT_FOUND]: {
    cause: 'The application does not exist, is not issued yet, or belongs to another agent.',
    remedy: 'Check the id. Issue the application first.',
  },
  [ErrorCode.PARTY_NOT_FOUND]: {
    cause: 'The agent has no record of this person.',
    remedy: 'Search the person by AFM, or enter it.',
  },
  [ErrorCode.DOCUMENT_NOT_FOUND]: {
    cause: 'The application has no such document, or the document was deleted.',
    remedy: 'Take the id from the list of documents.',
  },
  [ErrorCode.CHILD_NOT_FOUND]: {
    cause: 'The object, claim, co-owner, request or other item of the path or body does not exist here.',
    remedy: 'Retrieve the parent and take the id from it.',
  },
  [ErrorCode.RECEIPT_NOT_FOUND]: {
    cause: 'The application has no such receipt.',
    remedy: 'Take the number from the list of receipts.',
  },
  [ErrorCode.ERASED]: {
    cause: 'The call was repeated after the personal data of its first response was erased. The first call was carried out.',
    remedy: 'Do not repeat the call. Use a new `Idempotency-Key` for a new write.',
  },
  [ErrorCode.EVENTS_DELETED]: {
    cause: 'Events after this cursor were deleted because of their age.',
    remedy: 'Continue from the `Link` with `rel="next"`, and read the current state of the applications once.',
  },
  [ErrorCode.EVENT_NOT_FOUND]: {
    cause: 'The event, webhook or delivery does not exist, or belongs to another agent or program.',
    remedy: 'Check the id, the environment and the agent of the token.',
  },
  [ErrorCode.NOT_ALLOWED_IN_STATUS]: {
    cause: 'The current status does not allow the action.',
    remedy: 'Retrieve the object. [states.md](states.md) lists the actions of each status.',
  },
  [ErrorCode.FINAL_STATUS]: {
    cause: 'The object has ended and cannot change any more.',
    remedy: 'Enter a new application or request.',
  },
  [ErrorCode.CHANGED_MEANWHILE]: {
    cause: 'Another call changed the object first, or `If-Match` names an older version.',
    remedy: 'Retrieve the object, decide again, and send the new `ETag` in `If-Match`.',
  },
  [ErrorCode.IDEMPOTENCY_KEY_REUSED]: {
    cause: 'The `Idempotency-Key`, or the reference of a payment, was already used for a different call.',
    remedy: 'Use a new key for each write. Repeat a call only with exactly the same path, query and body.',
  },
  [ErrorCode.IDEMPOTENT_REQUEST_RUNNING]: {
    cause: 'A call with the same `Idempotency-Key` or reference has not ended yet.',
    remedy: 'Repeat the call after a few seconds with the same key.',
  },
  [ErrorCode.LIMIT_REACHED]: {
    cause: 'The maximum number of items (webhooks, tests, notes, faults or printed entries) is reached. The message names it.',
    remedy: 'Delete what is no longer needed, choose a shorter period, or try again later.',
  },
  [ErrorCode.DECLINED]: {
    cause: 'Reserved: no operation of this version returns it. A declined application has status 02.',
    remedy: 'Enter a new application.',
  },
  [ErrorCode.DUPLICATE_POLICY]: {
    cause: 'Another policy in force insures a vehicle with this plate.',
    remedy: 'Check the plate. Wait until the other policy ends, or ask for its cancellation.',
  },
  [ErrorCode.CONSENT]: {
    cause: 'Reserved: no operation of this version returns it. A missing consent gives status 00.',
    remedy: 'Answer the marketing questions of the client.',
  },
  [ErrorCode.ACCEPTANCE]: {
    cause: 'The customer accepted after the seven days had passed.',
    remedy: 'Calculate again and send the new offer to the customer.',
  },
  [ErrorCode.NO_TARIFF]: {
    cause: 'No tariff of the line is valid on the start date.',
    remedy: 'Choose a start date within the next 90 days. The insurer checks the loaded tariffs.',
  },
  [ErrorCode.NO_TABLE_ROW]: {
    cause: 'A table of the tariff, which the message names, has no row for the risk.',
    remedy: 'Complete or correct the data of the risk, or leave out the cover.',
  },
  [ErrorCode.UNKNOWN_BUNDLE]: {
    cause: 'No tariff has a bundle with this code.',
    remedy: 'Take a code from the list of bundles.',
  },
  [ErrorCode.UNKNOWN_COVER]: {
    cause: 'No tariff has a cover with this code, or the bundle does not allow this swap.',
    remedy: 'Take a code from the list of covers, or a swap that the bundle offers.',
  },
  [ErrorCode.UNKNOWN_DISCOUNT]: {
    cause: 'No tariff has a discount with this code.',
    remedy: 'Take a code from the list of discounts.',
  },
  [ErrorCode.PRICE_NO_LONGER_VALID]: {
    cause: 'The start date has passed, the calculation is too old, or a new calculation gives another price.',
    remedy: 'Calculate again, show the customer the new price, and repeat the call.',
  },
  [ErrorCode.NO_BONUS_MALUS]: {
    cause: 'The registry has no row for this plate and client.',
    remedy: 'Send the bonus-malus class that the customer states.',
  },
  [ErrorCode.CHARGE_REFUSED]: {
    cause: 'The agent has no account to charge.',
    remedy: 'Ask the insurer to open the account, or let the customer pay by payment code.',
  },
  [ErrorCode.WRONG_AMOUNT]: {
    cause: 'The payment is not exactly the amount of the payment code. The money waits in suspense.',
    remedy: 'Pay the exact amount. The insurer allocates or refunds the first payment.',
  },
  [ErrorCode.ALREADY_PAID]: {
    cause: 'Everything due is paid, the next instalment cannot be paid yet, or the policy has ended. `reason` says which.',
    remedy: 'Wait until the day in `from`, if there is one. Otherwise retrieve the policy or follow `Link`.',
  },
  [ErrorCode.NO_PAYMENT_CODE]: {
    cause: 'No payment is expected in this status, or the payment code was never issued. `reason` says why.',
    remedy: 'Prepay the application first, or wait until the day in `from`.',
  },
  [ErrorCode.PAYMENT_EXPIRED]: {
    cause: 'The time to pay the fixed price has passed.',
    remedy: 'Calculate again and prepay again.',
  },
  [ErrorCode.CREDIT_LIMIT]: {
    cause: "The charge would exceed the credit limit of the agent's account.",
    remedy: 'Settle the account, ask the insurer for a higher limit, or let the customer pay by payment code.',
  },
  [ErrorCode.DOCUMENT_TYPE]: {
    cause: 'The media type is not allowed, the file is empty, or its content is of another type.',
    remedy: 'Send one of the allowed types and declare it correctly.',
  },
  [ErrorCode.DOCUMENT_TOO_LARGE]: {
    cause: 'The file has 3,000,000 bytes or more.',
    remedy: 'Compress or split the file.',
  },
  [ErrorCode.DOCUMENT_NOT_DELETABLE]: {
    cause: 'The document is made by the system, was uploaded by somebody else, or was not uploaded today.',
    remedy: 'Upload a corrected document next to it.',
  },
  [ErrorCode.DOCUMENT_CATEGORY]: {
    cause: 'The category is unknown, of another line or of the system, or not accepted in this status.',
    remedy: 'Take a category from the list of document categories.',
  },
  [ErrorCode.FILE_NAME]: {
    cause: 'The file name has forbidden characters, or its extension does not fit the type.',
    remedy: 'Rename the file.',
  },
  [ErrorCode.DOCUMENT_LIMIT]: {
    cause: 'The application or the agent has reached the limit for the number or size of uploads.',
    remedy: 'Delete documents of today, upload tomorrow, or ask the insurer for a higher limit.',
  },
  [ErrorCode.REQUEST_CATEGORY]: {
    cause: 'The category of the service request does not exist or is retired.',
    remedy: 'Take a category from `GET /service-requests-api/resources/parameters/categories`.',
  },
};

export const GATEWAY_ERROR_GUIDE: Readonly<Record<GatewayErrorCode, ErrorHelp>> = {
  API_KEY_MISSING: {
    cause: 'The call has no API key.',
    remedy: 'Send the key in the header `X-Api-Key`.',
  },
  API_KEY_INVALID: {
    cause: 'No program has this key.',
    remedy: 'Check the key for missing or extra characters.',
  },
  API_KEY_DISABLED: {
    cause: 'An administrator disabled the key.',
    remedy: 'Ask the insurer.',
  },
  API_KEY_EXPIRED: {
    cause: 'The key has reached its end, or it was rotated and the overlap is over.',
    remedy: 'Use the new key. If there is none, ask the insurer.',
  },
  API_KEY_UNAUTHORIZED: {
    cause: 'The key is not granted this service or environment, or not from the address of the caller.',
    remedy: 'Ask the insurer for the grant, or call from an allowed address.',
  },
  API_KEY_CERTIFICATE_REQUIRED: {
    cause: 'The key may be used with its client certificate only, and the connection had none or another one.',
    remedy: 'Connect with the certificate whose fingerprint the insurer has stored for the key.',
  },
  API_KEY_UNVERIFIED: {
    cause: 'The key is not verified yet.',
    remedy: 'Ask the insurer to verify the key.',
  },
  CONSOLE_UNAUTHORIZED: {
    cause: 'The console of this user is not granted the environment.',
    remedy: 'Request production in the console. An administrator grants it.',
  },
  HTTPS_REQUIRED: {
    cause: 'The call came over plain HTTP.',
    remedy: 'Call the `https` address.',
  },
  OVER_RATE_LIMIT: {
    cause: 'The program or address has used up its calls.',
    remedy: 'Wait for the seconds of `Retry-After`.',
  },
  NOT_FOUND: {
    cause: 'No route has this path and method.',
    remedy: 'Compare the path, including upper and lower case, with the API document.',
  },
};
