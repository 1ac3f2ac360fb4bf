import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";

const timeoutMs = 5_000;
const keyMaxAgeMs = 10 * 60_000;
/** An unknown key id makes the keys be read again, but not more often than this. */
const keyCooldownMs = 2_000;

/** The provider did not answer, or not sensibly: nothing can be said about any token now. */
export class ProviderUnreachableError extends Error {
  override readonly name = "ProviderUnreachableError";
}

/** The keys of an OpenID provider, found by its discovery document at first use and read again as they change. */
export function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let keySet: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    keySet ??= discover(issuer).catch((error: unknown) => {
      keySet = undefined;
      throw error;
    });
    return (await keySet)(header, token);
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const metadata = await readMetadata(`${issuer}/.well-known/openid-configuration`);
  if (withoutSlash(String(metadata.issuer)) !== issuer) {
    throw new ProviderUnreachableError(`The provider at ${issuer} says it is ${String(metadata.issuer)}`);
  }
  if (typeof metadata.jwks_uri !== "string") throw new ProviderUnreachableError(`${issuer} names no keys`);
  return createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: keyMaxAgeMs,
    cooldownDuration: keyCooldownMs,
  });
}

/** @throws ProviderUnreachableError */
export async function readMetadata(url: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const metadata: unknown = await response.json();
    if (typeof metadata !== "object" || metadata === null) throw new Error("not an object");
    return metadata as Record<string, unknown>;
  } catch (cause) {
    throw new ProviderUnreachableError(`The identity provider's document ${url} cannot be read`, { cause });
  }
}

export function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
}
