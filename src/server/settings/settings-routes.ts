import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { Setting } from "../../contract/installation.ts";
import { plantIdRequestsPerDay } from "../../contract/limits.ts";
import type { KeyOf } from "../../texts/keys.ts";
import { english } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Config } from "./config.ts";

export function settingsRoutes(app: FastifyInstance, { config }: { config: Config }): void {
  implementCall(app, calls.getSettings, {
    allow: "admin",
    handle: async ({ request }) => describeSettings(config, textsForRequest(request)),
  });
}

/** The current configuration for administrators, without passwords, keys and tokens. */
export function describeSettings(config: Config, { t }: Texts = textsOf(english)): Setting[] {
  const { oidc, photoStore, plantnet, smtp } = config;
  const address = (url: string) => {
    const { shown, isCut } = withoutSecrets(url);
    return isCut ? t("settings.withParameters", { address: shown }) : shown;
  };
  const values: [name: KeyOf<"settings"> & SettingName, value: string][] = [
    ["settings.publicAddress", config.publicUrl],
    ["settings.listensOn", t("settings.listensOn.value", { host: config.host, port: String(config.port) })],
    [
      "settings.backgroundWork",
      config.role === "web" ? t("settings.backgroundWork.elsewhere") : t("settings.backgroundWork.here"),
    ],
    ["settings.mode", config.isProduction ? t("settings.mode.production") : t("settings.mode.development")],
    ["settings.demo", config.demo ? t("settings.demo.on") : t("settings.demo.off")],
    ["settings.dataFolder", config.dataDir],
    [
      "settings.database",
      config.databaseUrl
        ? t("settings.database.external", { address: withoutUser(config.databaseUrl) })
        : t("settings.database.embedded"),
    ],
    [
      "settings.photos",
      photoStore.kind === "disk"
        ? t("settings.photos.disk")
        : t("settings.photos.s3", {
            bucket: photoStore.bucket,
            address: address(photoStore.endpoint),
            region: photoStore.region,
          }),
    ],
    [
      "settings.identityProvider",
      oidc.externalIssuer
        ? t("settings.identityProvider.external", { address: address(oidc.externalIssuer), client: oidc.clientId })
        : t("settings.identityProvider.embedded"),
    ],
    [
      "settings.mail",
      smtp.url ? t("settings.mail.smtp", { address: withoutUser(smtp.url) }) : t("settings.mail.outbox"),
    ],
    [
      "settings.plantIdentification",
      plantnet.apiKey
        ? t("settings.plantIdentification.on", {
            address: address(plantnet.url),
            requests: String(plantIdRequestsPerDay),
          })
        : t("settings.plantIdentification.off"),
    ],
    ["settings.deposits", config.archive ? config.archive.url : t("settings.deposits.off")],
    [
      "settings.mapTiles",
      config.tiles.throughServer
        ? t("settings.mapTiles.throughServer", { address: originOf(config.tiles.url, config.publicUrl) })
        : address(config.tiles.url),
    ],
    [
      "settings.teamGroups",
      t(oidc.teamGroups.byName ? "settings.teamGroups.byName" : "settings.teamGroups.value", oidc.teamGroups.prefixes),
    ],
    ["settings.mapAttribution", config.tiles.attribution],
    [
      "settings.staticMap",
      config.staticMapUrl
        ? t("settings.staticMap.service", { address: originOf(config.staticMapUrl, config.publicUrl) })
        : t("settings.staticMap.own"),
    ],
    ["settings.requests", t("settings.requests.value", { requests: String(config.requestsPerMinute) })],
    ["settings.uploads", t("settings.uploads.value", { megabytes: String(config.uploadBytesPerDay / 1_000_000) })],
    [
      "settings.recheck",
      config.recheckPercent === 0
        ? t("settings.recheck.off")
        : t("settings.recheck.value", { percent: String(config.recheckPercent) }),
    ],
    ["settings.proxy", describeProxies(config.trustedProxies, t)],
    ["settings.logLevel", config.logLevel],
  ];
  return values.map(([name, value]) => ({ name: t(name), value }));
}

function describeProxies(trusted: Config["trustedProxies"], t: Texts["t"]): string {
  if (trusted === false) return t("settings.proxy.off");
  if (typeof trusted === "number") return t("settings.proxy.count", { proxies: String(trusted) });
  return t("settings.proxy.networks", { networks: trusted.join(", ") });
}

/** Keys of setting names; keys of values have one more part. */
type SettingName = Exclude<KeyOf<"settings">, `settings.${string}.${string}` | "settings.withParameters">;

/** Scheme, host and path, without user name and query, which may contain a key. */
function withoutSecrets(address: string): { shown: string; isCut: boolean } {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)/i.exec(address);
  const host = match?.[2]?.slice(match[2].lastIndexOf("@") + 1) ?? "";
  return { shown: `${match?.[1] ?? ""}${host}${match?.[3] ?? ""}`, isCut: /[?#]/.test(address) };
}

/** Scheme and host: the path may contain a key. */
function originOf(address: string, publicUrl: string): string {
  return URL.canParse(address, publicUrl) ? new URL(address, publicUrl).origin : "…";
}

/** A database's address without scheme, user, password and options; a password may contain unescaped slashes. */
function withoutUser(address: string): string {
  const [withoutOptions = ""] = address.replace(/^[a-z]+:\/\//i, "").split("?", 1);
  return withoutOptions.slice(withoutOptions.lastIndexOf("@") + 1);
}
