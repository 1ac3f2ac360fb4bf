import type { Roles } from "../../contract/roles.ts";

/** Who a request comes from, by its access token alone. */
export type Identity = Roles & { username: string; groups: string[] };
