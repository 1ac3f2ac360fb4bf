import { setTimeout } from "node:timers/promises";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { ask } from "../outward/ask.ts";

const longestPauseMs = 30_000;

type Log = Record<"warn" | "error", (details: object, message: string) => void>;

export type ExternalProvider = {
  /** Where the browser may connect to: the issuer and, once its metadata is read, its endpoints. */
  origins(): readonly string[];
};

/**
 * Reads the provider's discovery document, again and again until it succeeds. Waits a moment for it; without the provider the
 * server starts as well, so that people can browse.
 */
export async function findExternalProvider(
  issuer: string,
  options: { logger: Log; alsoAllow?: (string | undefined)[]; firstPauseMs?: number; startWaitMs?: number },
): Promise<ExternalProvider> {
  const { logger, alsoAllow = [], firstPauseMs = 500, startWaitMs = 4_000 } = options;
  const known = originsOf([issuer, ...alsoAllow]);

  async function read(): Promise<boolean> {
    try {
      const document = await readMetadata(`${issuer}/.well-known/openid-configuration`);
      logWrongIssuer(document);
      const { authorization_endpoint, token_endpoint, end_session_endpoint } = document;
      for (const origin of originsOf([authorization_endpoint, token_endpoint, end_session_endpoint])) known.add(origin);
      return true;
    } catch (error) {
      logger.warn({ err: error, issuer }, "the identity provider cannot be reached yet");
      return false;
    }
  }

  function logWrongIssuer(document: Record<string, unknown>): void {
    try {
      requireIssuer(document, issuer);
    } catch (error) {
      logger.error({ err: error, issuer }, "OIDC_ISSUER differs from the provider's issuer: signing in is impossible");
    }
  }

  async function keepReading(): Promise<void> {
    for (let pauseMs = firstPauseMs; !(await read()); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await setTimeout(pauseMs, undefined, { ref: false });
    }
  }

  await Promise.race([keepReading(), setTimeout(startWaitMs, undefined, { ref: false })]);
  return { origins: () => [...known] };
}

function originsOf(addresses: unknown[]): Set<string> {
  const texts = addresses.filter((address): address is string => typeof address === "string");
  return new Set(
    texts.filter((text) => /^https?:/.test(text) && URL.canParse(text)).map((text) => new URL(text).origin),
  );
}

const timeoutMs = 5_000;
/** The limit for a document; the largest are some ten kilobytes. */
const bytesMax = 500_000;
const keyMaxAgeMs = 10 * 60_000;
/** An unknown key id triggers another read, but not more often than this. */
const rereadAfterMs = 2_000;
/** The pause after a failed read. */
const retryAfterMs = 5_000;

type Keys = { find: JWTVerifyGetKey; readAtMs: number };

/**
 * The keys of an OpenID provider, read at first use and again when they change. While the provider doesn't respond, or responds
 * without a key, the last keys are used.
 */
export function discoveredKeys(issuer: string, logger?: Pick<Log, "warn">): JWTVerifyGetKey {
  let keys: Keys | undefined;
  let reading: Promise<Keys> | undefined;
  let failure: { atMs: number; error: unknown } | undefined;

  /** One read at a time, shared by all callers. */
  function read(): Promise<Keys> {
    if (failure && Math.abs(Date.now() - failure.atMs) < retryAfterMs) return Promise.reject(failure.error);
    reading ??= readKeys(issuer)
      .then((found) => {
        failure = undefined;
        keys = { find: createLocalJWKSet(found), readAtMs: Date.now() };
        return keys;
      })
      .catch((error: unknown) => {
        failure = { atMs: Date.now(), error };
        logger?.warn({ err: error, issuer }, "the identity provider's keys cannot be read");
        throw error;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return async (header, token) => {
    let current = keys ?? (await read());
    if (Date.now() - current.readAtMs > keyMaxAgeMs) current = await read().catch(() => current);
    try {
      return await current.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (Math.abs(Date.now() - current.readAtMs) < rereadAfterMs) throw error;
      return (await read()).find(header, token);
    }
  };
}

async function readKeys(issuer: string): Promise<JSONWebKeySet> {
  const metadata = await readMetadata(`${issuer}/.well-known/openid-configuration`);
  requireIssuer(metadata, issuer);
  if (typeof metadata.jwks_uri !== "string") throw new Error(`${issuer} has no jwks_uri`);
  const { keys } = await readMetadata(metadata.jwks_uri);
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new Error(`${metadata.jwks_uri} has no keys`);
  }
  return { keys };
}

/** Ignores a trailing slash. @throws Error if the document is another issuer's */
function requireIssuer(metadata: Record<string, unknown>, issuer: string): void {
  if (withoutSlash(String(metadata.issuer)) === issuer) return;
  throw new Error(
    `The provider at ${issuer} reports the issuer ${String(metadata.issuer).slice(0, 200)}: set OIDC_ISSUER to that address`,
  );
}

export async function readMetadata(url: string): Promise<Record<string, unknown>> {
  try {
    const { status, body } = await ask(url, { timeoutMs, bytesMax });
    if (status !== 200) throw new Error(`status ${status}`);
    const metadata: unknown = JSON.parse(body.toString("utf8"));
    if (typeof metadata !== "object" || metadata === null) throw new Error("not an object");
    return metadata as Record<string, unknown>;
  } catch (cause) {
    throw new Error(`The identity provider's document ${url} cannot be read`, { cause });
  }
}

export function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
}
