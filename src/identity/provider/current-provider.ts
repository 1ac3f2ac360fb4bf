import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import type { KeyRing } from "./key-ring.ts";
import type { SigningKeys } from "./keys.ts";

export type CurrentProvider = {
  /** A provider for everything that no signing key is needed for. */
  provider: Provider;
  /** Answers a request with the signing keys of now. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** A provider keeps the keys that it was made with, so that another one takes its place when they change. */
export async function createCurrentProvider(
  keyRing: KeyRing,
  make: (keys: SigningKeys) => Provider,
): Promise<CurrentProvider> {
  let keys = await keyRing.current();
  const provider = make(keys);
  let callback = provider.callback();
  return {
    provider,
    async answer(request, response) {
      // without the database those of before go on: what else needs it fails by itself, and is answered
      const now = await keyRing.current().catch(() => keys);
      if (now !== keys) {
        keys = now;
        callback = make(keys).callback();
      }
      await callback(request, response);
    },
  };
}
