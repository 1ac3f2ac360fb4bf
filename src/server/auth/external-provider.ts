import { setTimeout } from "node:timers/promises";
import { readMetadata, requireIssuer } from "./provider-keys.ts";

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
