import { neverChanges, useCall } from "./use-call.ts";

/** Map tiles, identity provider and enabled features of this installation. */
export const useClientConfiguration = () => useCall("getClientConfiguration", {}, neverChanges);
