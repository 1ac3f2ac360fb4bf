import { neverChanges, useCall } from "./use-call.ts";

/** What this installation tells the browser: map tiles, identity provider, what is configured. */
export const useClientConfiguration = () => useCall("getClientConfiguration", {}, neverChanges);
