import { firstRoutes } from "../../../contract/first-routes.ts";
import type { Route } from "../../../contract/route.ts";
import type { RouteName } from "../../../contract/routes.ts";
import { apiBase } from "../api-base.ts";

export const openApiAddress = `${apiBase}/openapi.json`;

/** Endpoint of resumable uploads (tus). */
export const uploadsAddress = () => new URL(`${apiBase}/uploads/`, location.href).href;

/** Whether the API has another origin than the app. */
export const isApiElsewhere = () => new URL(apiBase, location.href).origin !== location.origin;

export type AddressParts = {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
};

type FirstRouteName = keyof typeof firstRoutes;
type LaterRoutes = typeof import("../../../contract/later-routes.ts").laterRoutes;

const isFirst = (name: RouteName): name is FirstRouteName => name in firstRoutes;
let laterRoutes: LaterRoutes | undefined;

/** The route of a call; fetches those that the first load does without. */
export async function routeOf(name: RouteName): Promise<Route> {
  if (isFirst(name)) return firstRoutes[name];
  // Without a pause from the second time on: a page that is closing has none.
  laterRoutes ??= (await import("../../../contract/later-routes.ts")).laterRoutes;
  return laterRoutes[name];
}

/** Whether, and how, the last answer is stored for offline use. */
export const keptOffline = (name: RouteName): Route["keptOffline"] =>
  isFirst(name) ? firstRoutes[name].keptOffline : undefined;

/** The URL of a call whose answers are stored for offline use. */
export const keptAddressOf = (name: RouteName, parts: AddressParts): string | undefined =>
  isFirst(name) && keptOffline(name) ? addressOf(name, parts) : undefined;

/** The URL of a call of the first load. */
export const addressOf = (name: FirstRouteName, parts?: AddressParts): string => addressIn(firstRoutes[name], parts);

/** Builds a call's URL from the base, path parameters and query; omits undefined query values. */
export function addressIn(route: Pick<Route, "path">, { params = {}, query = {} }: AddressParts = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${route.path} needs ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return `${apiBase}${path}${search === "" ? "" : `?${search}`}`;
}
