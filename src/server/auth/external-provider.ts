import { readMetadata, requireIssuer } from "./provider-keys.ts";

const attempts = 4;
const firstWaitMs = 500;
/** While the provider cannot be reached, its document is asked for again this often. */
const retryIntervalMs = 30_000;

type Log = Record<"warn" | "error", (details: object, message: string) => void>;

/** What the server knows of a provider outside of it. */
export type ExternalProvider = {
  /** Where the browser has to be allowed to go: the issuer and, once its document was read, its endpoints. */
  origins(): readonly string[];
};

/**
 * Reads the discovery document of a provider. One that does not answer keeps nobody from browsing: the server starts all
 * the same, and the document is read as soon as it is there.
 */
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

  /** Nobody could sign in; browsing goes on. */
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
