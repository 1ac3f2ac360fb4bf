import type { Adapter } from "oidc-provider";
import { clientMetadata } from "../clients/client-metadata.ts";
import type { Clients } from "../clients/clients.ts";
import { signingAlgorithm } from "./keys.ts";

/** Where the provider keeps what it makes, and finds the clients that were registered: read anew for each request. */
export function providerStore(clients: Clients, payloads: (model: string) => Adapter): (model: string) => Adapter {
  return (model) => (model === "Client" ? clientStore(clients) : payloads(model));
}

function clientStore(clients: Clients): Adapter {
  const notKeptHere = () => Promise.reject(new Error("The provider registers no clients"));
  return {
    async find(id) {
      const found = await clients.findWithSecretHash(id);
      return found && clientMetadata(found.client, found.secretHash, signingAlgorithm);
    },
    upsert: notKeptHere,
    destroy: notKeptHere,
    consume: notKeptHere,
    revokeByGrantId: notKeptHere,
    findByUid: notKeptHere,
    findByUserCode: notKeptHere,
  };
}
