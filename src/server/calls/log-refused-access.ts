import type { FastifyRequest } from "fastify";
import type { DomainError } from "../refusals/domain-error.ts";
import { logSecurityEvent } from "./log-security-event.ts";

export function logRefusedAccess(request: FastifyRequest, refusal: DomainError): void {
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
