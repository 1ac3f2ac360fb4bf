import useSWRImmutable from "swr/immutable";
import type { ClientConfiguration } from "../../contract/installation.ts";
import { callApi } from "./client.ts";

/** What this installation tells the browser: map tiles, identity provider, what is configured. */
export function useClientConfiguration() {
  return useSWRImmutable<ClientConfiguration>("getClientConfiguration", () => callApi("getClientConfiguration", {}));
}
