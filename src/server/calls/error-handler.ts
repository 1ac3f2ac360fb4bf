import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { JsonBoundError } from "../../contract/bounded-json.ts";
import { EvaluationStopped } from "../../protocol/expressions/meter.ts";
import { saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { constraintOf } from "../database/constraint-errors.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { outageOf } from "../refusals/outages.ts";
import { refusalOfConstraint } from "./constraint-refusals.ts";
import { logSecurityEvent } from "./log-security-event.ts";
import { sayLanguage } from "./say-language.ts";

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
