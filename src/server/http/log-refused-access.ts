import type { FastifyRequest } from "fastify";
import type { DomainError } from "../refusals/domain-error.ts";

/**
 * One line for whoever watches over the installation, of the same shape as those of the identity provider: ids and the
 * address, no other personal data.
 */
export function logRefusedAccess(request: FastifyRequest, refusal: DomainError): void {
  const securityEvent = eventOf(request, refusal);
  if (!securityEvent) return;
  const { identity } = request;
  const line = {
    security_event: securityEvent,
    account_id: identity && "subject" in identity ? identity.subject : null,
    address: request.ip,
    request_id: request.id,
    code: refusal.code,
    method: request.method,
    route: request.routeOptions.url ?? null,
  };
  request.log.warn(line, "security event");
}

function eventOf(request: FastifyRequest, { status, code }: DomainError): string | undefined {
  if (status === 403) return "access.refused";
  if (status === 429) return "limit.reached";
  // One that has run out is refused every few minutes, and nobody did wrong.
  const isForged = status === 401 && request.headers.authorization !== undefined && code !== "token_expired";
  return isForged ? "token.refused" : undefined;
}
