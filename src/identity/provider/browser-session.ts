import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import type { CookieKeys } from "./keys.ts";

export type BrowserSession = InstanceType<Provider["Session"]>;

/** The browser's session with the provider, if signed in. */
export async function findSession(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BrowserSession | undefined> {
  const koa = provider.createContext(request.raw, reply.raw);
  const session = await provider.Session.get(koa as Parameters<typeof provider.Session.get>[0]);
  return session.accountId ? session : undefined;
}

/** The XSRF token in this session's forms. */
export function xsrfOf(keys: CookieKeys, session: BrowserSession): string {
  return createHmac("sha256", keys.cookies[0] ?? "")
    .update(`form:${session.uid}`)
    .digest("base64url");
}

export function isXsrf(keys: CookieKeys, session: BrowserSession, given: string): boolean {
  const expected = Buffer.from(xsrfOf(keys, session));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
