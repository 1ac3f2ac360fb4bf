import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { DomainError, type ErrorCode } from "../../contract/errors";
import { constraintOf } from "../database/constraint-errors";
import { meaningOfConstraint } from "./constraint-refusals";

/** What the framework itself refuses, by its error code. */
const meaningOfFrameworkError: Record<string, { code: ErrorCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "unsupported_media_type",
    detail: "This call does not take that content type.",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "request_too_large", detail: "The request's body is too large." },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: "invalid_request", detail: "The body is not valid JSON." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "invalid_request",
    detail: "The body does not have the length it claims.",
  },
  FST_ERR_BAD_URL: { code: "invalid_request", detail: "The address is not valid." },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: "unsupported_media_type",
    detail: "This call takes a form of type multipart/form-data.",
  },
  FST_FILES_LIMIT: { code: "validation_failed", detail: "Send one photo at a time." },
  FST_PARTS_LIMIT: { code: "request_too_large", detail: "The form has too many parts." },
  FST_FIELDS_LIMIT: { code: "request_too_large", detail: "The form has too many fields." },
  FST_PROTO_VIOLATION: { code: "validation_failed", detail: "The form has a field with a forbidden name." },
  FST_UNDER_PRESSURE: { code: "unavailable", detail: "The server is busy. Try again in a moment." },
};

/** Turns whatever was thrown into the refusal that the client sees. Unknown errors become a bare 500. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const constraint = constraintOf(error);
  const meaning =
    (constraint && meaningOfConstraint[constraint]) || meaningOfFrameworkError[(error as FastifyError).code ?? ""];
  if (meaning) return new DomainError(meaning.code, meaning.detail);
  const status = (error as FastifyError).statusCode;
  if (status === 429) return new DomainError("too_many_requests", "Too many requests. Try again in a moment.");
  if (status === 503) return new DomainError("unavailable", "The server is busy. Try again in a moment.");
  if (status !== undefined && status >= 400 && status < 500) {
    return new DomainError("invalid_request", "The request could not be read.");
  }
  return new DomainError("internal_error", "Something went wrong on our side. It has been logged.");
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toDomainError(error);
    logRefusal(request, refusal, error);
    if (refusal.status === 401) {
      reply.header("www-authenticate", request.headers.authorization ? 'Bearer error="invalid_token"' : "Bearer");
    }
    if ((refusal.status === 429 || refusal.status === 503) && !reply.hasHeader("retry-after")) {
      reply.header("retry-after", "10");
    }
    return reply.code(refusal.status).type("application/json; charset=utf-8").send(refusal.toBody());
  });
}

function logRefusal(request: FastifyRequest, refusal: DomainError, cause: unknown): void {
  if (refusal.status >= 500) request.log.error({ err: cause, code: refusal.code }, "request failed");
  else request.log.info({ code: refusal.code, detail: refusal.message }, "request refused");
}
