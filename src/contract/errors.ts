/** Every refusal the API knows, with the HTTP status it is answered with. */
export const httpStatusOf = {
  invalid_request: 400,
  unauthenticated: 401,
  token_expired: 401,
  forbidden: 403,
  photo_address_invalid: 403,
  photo_address_expired: 403,
  not_found: 404,
  quest_not_found: 404,
  not_joined: 404,
  data_point_not_found: 404,
  location_not_found: 404,
  organization_not_found: 404,
  username_taken: 409,
  account_page_required: 409,
  quest_not_accepting: 409,
  quest_deadline_passed: 409,
  quest_full: 409,
  quest_completed: 409,
  quest_closed: 409,
  data_point_id_taken: 409,
  quest_needs_location: 409,
  organization_name_taken: 409,
  request_too_large: 413,
  photo_too_large: 413,
  workbook_too_large: 413,
  unsupported_media_type: 415,
  photo_unsupported: 415,
  workbook_unsupported: 415,
  validation_failed: 422,
  organization_null: 422,
  photo_required: 422,
  photo_unreadable: 422,
  photo_too_many_pixels: 422,
  photo_checksum_mismatch: 422,
  workbook_required: 422,
  workbook_unreadable: 422,
  workbook_active: 422,
  comment_required: 422,
  username_not_repeated: 422,
  too_many_requests: 429,
  upload_quota_exhausted: 429,
  plant_id_quota_exhausted: 429,
  internal_error: 500,
  plant_id_failed: 502,
  plant_id_not_configured: 503,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof httpStatusOf;

/** What is wrong with one field: `path` as in the request (`locations.0.locality`), `message` for people. */
export type FieldError = { path: string; message: string };

/** The body of every refusal. `info` says what is wrong field by field, where that can be said. */
export type ErrorBody = { code: ErrorCode; detail: string; info?: FieldError[] };
