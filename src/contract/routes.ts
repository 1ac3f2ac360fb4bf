import { firstRoutes } from "./first-routes.ts";
import { laterRoutes } from "./later-routes.ts";

/** Every API call. Schemas are in `calls.ts`. */
export const routes = { ...firstRoutes, ...laterRoutes };

export type RouteName = keyof typeof routes;
