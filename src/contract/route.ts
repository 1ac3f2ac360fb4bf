import type { Access } from "./roles.ts";

/** A call's method, path and access. The path is below `/api`, with parameters in braces. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  access: Access;
  /**
   * Whether the app caches answers for offline use: always, or only the newest and those of quests the user joined or
   * saved.
   */
  keptOffline: "always" | "newest" | undefined;
};

const calledBy =
  <Method extends Route["method"]>(method: Method) =>
  <Path extends Route["path"], Who extends Access, Kept extends Route["keptOffline"] = undefined>(
    path: Path,
    access: Who,
    keptOffline?: Kept,
  ) => ({
    method,
    path,
    access,
    keptOffline: keptOffline as Kept,
  });
export const get = calledBy("GET");
export const post = calledBy("POST");
export const put = calledBy("PUT");
export const patch = calledBy("PATCH");
export const remove = calledBy("DELETE");
