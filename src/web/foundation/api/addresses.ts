import type { CallName } from "../../../contract/all-calls.ts";
import { apiBase } from "../api-base.ts";
import { knownCall } from "./known-calls.ts";

export const openApiAddress = `${apiBase}/openapi.json`;

/** Endpoint of resumable uploads (tus). */
export const uploadsAddress = () => new URL(`${apiBase}/uploads/`, location.href).href;

/** Where the API has an uploaded cover, which quests name by its path there; undefined for external pictures. */
export const uploadedCoverAt = (image: string): string | undefined =>
  image.startsWith("/api/covers/") ? apiBase + image.slice("/api".length) : undefined;

/** Whether the API has another origin than the app. */
export const isApiElsewhere = () => new URL(apiBase, location.href).origin !== location.origin;

export type AddressParts = {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
};

/**
 * The URL of a call whose answers are stored for offline use. A list is stored whatever the position it was sorted by: without a
 * line, the last one is shown at another place too.
 */
export const keptAddressOf = (name: CallName, { params, query }: AddressParts): string | undefined =>
  knownCall(name).keptOffline && addressOf(name, { params, query: { ...query, near: undefined } });

/** Builds a call's URL from the base, path parameters and query; omits undefined query values. */
export function addressOf(name: CallName, { params = {}, query = {} }: AddressParts = {}): string {
  const path = knownCall(name).path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return `${apiBase}${path}${search === "" ? "" : `?${search}`}`;
}
