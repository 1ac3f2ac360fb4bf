import type { Setting } from "../../contract/installation.ts";
import { plantIdRequestsPerDay } from "../../contract/limits.ts";
import type { Config } from "../config.ts";

/** The configuration in force, for an admin to read. No password, key or token is in it, nor part of one. */
export function describeSettings(config: Config): Setting[] {
  const { oidc, photoStore } = config;
  return [
    { name: "Public address", value: config.publicUrl },
    { name: "Listens on", value: `${config.host}, port ${config.port}` },
    {
      name: "Background work",
      value: config.role === "web" ? "done by worker processes" : "done by the process that serves this page",
    },
    { name: "Mode", value: config.isProduction ? "production" : "development" },
    { name: "Demo data", value: config.demo ? "an empty database is filled with it" : "none" },
    { name: "Data folder", value: config.dataDir },
    {
      name: "Database",
      value: config.databaseUrl ? `PostgreSQL at ${describeWithoutUser(config.databaseUrl)}` : "embedded PostgreSQL",
    },
    {
      name: "Photos",
      value:
        photoStore.kind === "disk"
          ? "on disk, in the data folder"
          : `in the bucket ${photoStore.bucket} at ${describeAddress(photoStore.endpoint)}, region ${photoStore.region}`,
    },
    {
      name: "Identity provider",
      value: oidc.externalIssuer ? `${describeAddress(oidc.externalIssuer)}, client ${oidc.clientId}` : "embedded",
    },
    {
      name: "Mail",
      value: config.smtp.url
        ? `sent by ${describeWithoutUser(config.smtp.url)}`
        : "kept in the outbox of the data folder",
    },
    {
      name: "Plant identification",
      value: config.plantnet.apiKey
        ? `${describeAddress(config.plantnet.url)}, ${plantIdRequestsPerDay} identifications a day`
        : "off: no key is configured",
    },
    { name: "Map tiles", value: describeAddress(config.tiles.url) },
    { name: "Map attribution", value: config.tiles.attribution },
    {
      name: "Static map",
      value: config.staticMapUrl
        ? `fetched by this server from ${describeAddress(config.staticMapUrl)}`
        : "drawn by this server",
    },
    { name: "Requests a minute", value: `${config.requestsPerMinute} of one user or address` },
    { name: "Behind a proxy", value: config.trustProxy ? "yes, its headers are trusted" : "no" },
    { name: "Log level", value: config.logLevel },
  ];
}

/** Scheme, host and path; neither a user's name nor a query, which may hold a key. */
function describeAddress(address: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)/i.exec(address);
  const host = match?.[2]?.slice(match[2].lastIndexOf("@") + 1) ?? "";
  const isCut = /[?#]/.test(address);
  return `${match?.[1] ?? ""}${host}${match?.[3] ?? ""}${isCut ? " (with parameters)" : ""}`;
}

/** Without scheme, user, password and options; a password may hold a slash where somebody forgot to escape it. */
function describeWithoutUser(address: string): string {
  const [withoutOptions = ""] = address.replace(/^[a-z]+:\/\//i, "").split("?", 1);
  return withoutOptions.slice(withoutOptions.lastIndexOf("@") + 1);
}
