import { readMetadata, requireIssuer } from "./provider-keys.ts";

const attempts = 4;
const firstWaitMs = 500;
/** How often to retry while the provider is unreachable. */
const retryIntervalMs = 30_000;

type Log = Record<"warn" | "error", (details: object, message: string) => void>;

/** An external provider. */
export type ExternalProvider = {
  /** Addresses that the browser may open: the issuer and, once its document is read, its endpoints. */
  origins(): readonly string[];
};

/** Reads the provider's discovery document. An unreachable provider doesn't stop the server, which keeps trying. */
export async function findExternalProvider(
  issuer: string,
  options: { logger: Log; alsoAllow?: (string | undefined)[]; waitMs?: number },
): Promise<ExternalProvider> {
  const { logger, alsoAllow = [], waitMs = firstWaitMs } = options;
  const known = originsOf([issuer, ...alsoAllow]);

  async function read(): Promise<boolean> {
    try {
      const document = await readMetadata(`${issuer}/.well-known/openid-configuration`);
      noticeWrongIssuer(document);
      const { authorization_endpoint, token_endpoint, end_session_endpoint } = document;
      for (const origin of originsOf([authorization_endpoint, token_endpoint, end_session_endpoint])) known.add(origin);
      return true;
    } catch (error) {
      logger.warn({ err: error, issuer }, "the identity provider cannot be reached yet");
      return false;
    }
  }

  /** No one can sign in; browsing works. */
  function noticeWrongIssuer(document: Record<string, unknown>): void {
    try {
      requireIssuer(document, issuer);
    } catch (error) {
      logger.error({ err: error, issuer }, "OIDC_ISSUER differs from the provider's issuer: signing in is impossible");
    }
  }

  function readLater(): void {
    setTimeout(async () => {
      if (!(await read())) readLater();
    }, retryIntervalMs).unref();
  }

  for (let attempt = 0; ; attempt++) {
    if (await read()) break;
    if (attempt + 1 === attempts) {
      readLater();
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** attempt));
  }
  return { origins: () => [...known] };
}

function originsOf(addresses: unknown[]): Set<string> {
  const texts = addresses.filter((address): address is string => typeof address === "string");
  return new Set(
    texts.filter((text) => /^https?:/.test(text) && URL.canParse(text)).map((text) => new URL(text).origin),
  );
}
