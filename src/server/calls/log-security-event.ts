import type { FastifyRequest } from "fastify";

/** Logs a security event like those of the identity provider: ids and the address, no other personal data. */
export function logSecurityEvent(
  request: FastifyRequest,
  name: string,
  details: Record<string, string | number | null>,
  level: "info" | "warn" = "info",
): void {
  const line = {
    security_event: name,
    account_id: request.identity?.subject ?? null,
    address: request.ip,
    request_id: request.id,
    ...details,
  };
  request.log[level](line, "security event");
}
