import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** The unit of address limits. Absent: each address is one. */
    networkOf?: (ip: string) => string;
  }
}

/** Who is counted by limits: the account, or the network of those who aren't signed in. */
export function callerOf({ identity, ip, server }: FastifyRequest): string {
  // Prefixes, because a username may look like an address.
  return identity ? `user ${identity.username}` : `network ${server.networkOf?.(ip) ?? ip}`;
}
