import type { FastifyRequest } from "fastify";
import type { DomainError } from "../refusals/domain-error.ts";

/** Logs a security event like those of the identity provider: ids and the address, no other personal data. */
export function logRefusedAccess(request: FastifyRequest, refusal: DomainError): void {
  const securityEvent = eventOf(request, refusal);
  if (!securityEvent) return;
  const line = {
    security_event: securityEvent,
    account_id: request.identity?.subject ?? null,
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
  // Expired tokens are normal.
  const isForged = status === 401 && request.headers.authorization !== undefined && code !== "token_expired";
  return isForged ? "token.refused" : undefined;
}
