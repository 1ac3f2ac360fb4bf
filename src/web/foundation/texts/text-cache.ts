import { apiBase } from "../api-base.ts";

/** Has the texts of the chosen language; the service worker answers from it. */
export const textCache = "cairn-texts";

/** The texts of one area, or of all. */
export const textsAddress = (code: string, version: string, area?: string): string =>
  `${apiBase}/texts/${code}${area ? `/${area}` : ""}${version && `?version=${version}`}`;
