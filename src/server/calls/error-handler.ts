import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { JsonBoundError } from "../../contract/bounded-json.ts";
import { EvaluationStopped } from "../../protocol/expressions/meter.ts";
import { saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { constraintOf } from "../database/connection.ts";
import { DomainError, invalidFields, type Refusal } from "../refusals/domain-error.ts";
import { outageOf } from "../refusals/outages.ts";
import { logSecurityEvent } from "./log-security-event.ts";
import { sayLanguage } from "./say-language.ts";

export const refusalOfConstraint: Record<string, Refusal> = {
  organizations_name_unique: "organization_name_taken",
  organizations_about_length: "validation_failed.about",
  organizations_name_length: "validation_failed.organizationName",
  quests_organization_exists: "organization_not_found",
  lists_organization_exists: "organization_not_found",
  // Missing is the caller, whose data was erased meanwhile, or somebody whom the caller names.
  organization_members_adventurer_exists: "adventurer_not_found",
  organization_group_members_adventurer_exists: "adventurer_not_found",
  organization_requests_adventurer_exists: "adventurer_not_found",
  organization_invitations_inviter_exists: "adventurer_not_found",
  organization_invitations_invitee_exists: "adventurer_not_found",
  data_point_changes_adventurer_exists: "adventurer_not_found",
  resumable_uploads_adventurer_exists: "adventurer_not_found",
  questions_adventurer_exists: "adventurer_not_found",
  news_adventurer_exists: "adventurer_not_found",
  push_subscriptions_adventurer_exists: "adventurer_not_found",
  personal_tokens_adventurer_exists: "adventurer_not_found",
  webhooks_quest_exists: "quest_not_found",
  webhook_deliveries_webhook_exists: "webhook_not_found",
  pictures_organization_exists: "organization_not_found",
  sounds_organization_exists: "organization_not_found",
  releases_quest_exists: "quest_has_releases",
  releases_pkey: "release_refused.building",
  releases_building_unique: "release_refused.building",
  quests_name_length: "validation_failed.questName",
  quests_translations_other: "validation_failed.ownLanguage",
  quests_difficulty_range: "validation_failed.questDifficulty",
  quests_adventurer_limit_range: "validation_failed.adventurerLimit",
  quests_target_total_range: "validation_failed.targetTotal",
  quests_status_known: "validation_failed.questStatus",
  quests_type_known: "validation_failed.questType",
  quest_locations_quest_exists: "quest_not_found",
  quest_locations_locality_length: "validation_failed.locality",
  quest_locations_administrative_area_length: "validation_failed.administrativeArea",
  quest_locations_postal_code_length: "validation_failed.postalCode",
  quest_locations_country_length: "validation_failed.country",
  quest_locations_latitude_range: "validation_failed.latitude",
  quest_locations_longitude_range: "validation_failed.longitude",
  adventurers_id_length: "validation_failed.username",
  adventurer_quests_adventurer_exists: "not_joined",
  adventurer_quests_quest_exists: "quest_not_found",
  lesson_attempts_joined: "not_joined",
  quest_data_pkey: "data_point_id_taken",
  quest_data_joined: "not_joined",
  quest_data_station_of_quest: "station_not_found",
  stations_code_unique: "station_code_taken",
  quest_data_latitude_range: "validation_failed.latitude",
  quest_data_longitude_range: "validation_failed.longitude",
  quest_data_accuracy_range: "validation_failed.accuracy",
  quest_data_protocol_exists: "validation_failed.protocolVersion",
  quest_data_tree_width_range: "validation_failed.treeWidth",
  data_point_revisions_request_unique: "data_point_id_taken",
  data_point_messages_data_point_exists: "data_point_not_found",
  reviews_data_point_exists: "data_point_not_found",
  reviews_comment_length: "validation_failed.comment",
  reviews_change_has_comment: "comment_required",
};

const refusalOfFrameworkError: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "request_too_large",
  FST_ERR_CTP_INVALID_JSON_BODY: "invalid_request.json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_request.contentLength",
  FST_ERR_BAD_URL: "invalid_request.address",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "unsupported_media_type.formExpected",
  FST_FILES_LIMIT: "validation_failed.onePhoto",
  FST_PARTS_LIMIT: "request_too_large.parts",
  FST_FIELDS_LIMIT: "request_too_large.fields",
  FST_PROTO_VIOLATION: "validation_failed.fieldName",
};

const refusalOfBound = {
  length: "request_too_large",
  depth: "request_too_large.depth",
  values: "request_too_large.values",
} as const satisfies Record<JsonBoundError["bound"], Refusal>;

/** In seconds, unless the refusal has its own. */
const retryAfterSeconds: Record<number, string> = { 429: "10", 503: "10", 507: "60" };

/** Converts any error to a refusal. Unknown errors become a bare 500. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof JsonBoundError) return new DomainError(refusalOfBound[error.bound], { cause: error });
  if (error instanceof EvaluationStopped) return tooManySteps(error);
  return new DomainError(outageOf(error) ?? refusalOf(error as FastifyError));
}

function tooManySteps({ path }: EvaluationStopped): DomainError {
  return invalidFields([{ path: `measurements.${path}`, message: saying("validation.tooManySteps") }]);
}

function refusalOf(error: FastifyError): Refusal {
  const constraint = constraintOf(error);
  const known = (constraint && refusalOfConstraint[constraint]) || refusalOfFrameworkError[error.code ?? ""];
  if (known) return known;
  const status = error.statusCode;
  if (status === 429) return "too_many_requests";
  if (status === 503) return "unavailable";
  if (status !== undefined && status >= 400 && status < 500) return "invalid_request";
  return "internal_error";
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toDomainError(error);
    logRefusal(request, refusal, error);
    logRefusedAccess(request, refusal);
    if (refusal.status === 401) {
      reply.header("www-authenticate", request.headers.authorization ? 'Bearer error="invalid_token"' : "Bearer");
    }
    const retryAfter = refusal.retryAfterSeconds ?? retryAfterSeconds[refusal.status];
    if (retryAfter && !reply.hasHeader("retry-after")) reply.header("retry-after", String(retryAfter));
    const texts = textsForRequest(request);
    sayLanguage(reply, texts);
    return reply.code(refusal.status).type("application/json; charset=utf-8").send(refusal.toBody(texts));
  });
}

function logRefusal(request: FastifyRequest, refusal: DomainError, cause: unknown): void {
  if (refusal.status >= 500) request.log.error({ err: cause, code: refusal.code }, "request failed");
  else request.log.info({ code: refusal.code }, "request refused");
}

function logRefusedAccess(request: FastifyRequest, refusal: DomainError): void {
  const name = eventOf(request, refusal);
  if (!name) return;
  const { method, routeOptions } = request;
  logSecurityEvent(request, name, { code: refusal.code, method, route: routeOptions.url ?? null }, "warn");
}

function eventOf(request: FastifyRequest, { status, code }: DomainError): string | undefined {
  if (status === 403) return "access.refused";
  if (status === 429) return "limit.reached";
  // Expired tokens are normal.
  const isForged = status === 401 && request.headers.authorization !== undefined && code !== "token_expired";
  return isForged ? "token.refused" : undefined;
}
