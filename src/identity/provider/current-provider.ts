import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import type { KeyRing, SigningKeys } from "./keys.ts";

export type CurrentProvider = {
  /** The provider, for anything that needs no signing key. */
  provider: Provider;
  /** Answers a request with the current signing keys. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** A provider can't change its keys, so it is replaced when they change. */
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
      // without the database the previous keys stay in use; other queries fail and are answered separately
      const now = await keyRing.current().catch(() => keys);
      if (now !== keys) {
        keys = now;
        callback = make(keys).callback();
      }
      await callback(request, response);
    },
  };
}
