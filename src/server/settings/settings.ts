import * as z from "zod/mini";
import { organizationPolicies } from "../../contract/desk-enums.ts";
import { audienceClaims } from "../../contract/enums.ts";
import { defaultClaims } from "../../contract/roles.ts";
import { groupPrefixes } from "../auth/identity.ts";
import * as values from "./value-schemas.ts";

export type Setting<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  schema: Schema;
  /** Markdown, a sentence or two. */
  means: string;
  /** The default, if the schema has none; absent: nothing. */
  unset?: string;
  /** Its value in `deploy/cairn.env.example`; otherwise it is commented out there. */
  example?: string;
};

type Settings = Record<string, Setting>;

const switchSetting = z.enum(["0", "1"]);

const basics = {
  NODE_ENV: {
    schema: z.optional(z.string()),
    means: "`production` for real data: no demo content, and errors reveal nothing.",
    unset: "development",
    example: "production",
  },
  PUBLIC_URL: {
    schema: z.optional(values.httpUrl),
    means: "The address that browsers use.",
    unset: "`http://localhost:$PORT`",
    example: "https://cairn.example",
  },
  PORT: { schema: z._default(values.port, 3000), means: "The port to listen on." },
  HOST: { schema: z._default(z.string(), "127.0.0.1"), means: "The address to listen on." },
  TRUST_PROXY: {
    schema: z._default(values.proxies, "0"),
    means:
      "How many proxies are in front (`1` for one), or their addresses or networks (`10.0.0.0/8,127.0.0.1`). Only their `X-Forwarded-…` headers are believed. With `0` behind a proxy, everyone counts as one address.",
    example: "1",
  },
  ENCRYPTION_KEY: {
    schema: z.optional(values.encryptionKeys),
    means:
      "32 characters or more that encrypt secrets in the database, for example from `openssl rand -base64 32`. With several, separated by commas, the first encrypts and all decrypt. Required for `ROLE=web`, unless the key may lie in the database.",
    unset: "the file `DATA_DIR/encryption-key`, created at the first start",
    example: "",
  },
  DATA_DIR: {
    schema: z._default(z.string(), "./data"),
    means: "The folder for the embedded database, photos, keys and unsent email.",
    example: "/var/lib/cairn",
  },
  LANGUAGES_DIR: {
    schema: z.optional(z.string()),
    means:
      "A folder with more languages: for each a folder named after its code, such as `it`, with JSON files like those in `src/texts/en`. Texts that are wrong are logged at the start and shown in English.",
    unset: "only the languages that Cairn has",
  },
  APP_ORIGINS: {
    schema: z._default(values.origins, []),
    means: "Other origins that serve the app, such as `https://app.example`. They may call the API and sign people in.",
    unset: "none",
  },
  PUSH_ORIGINS: {
    schema: z._default(values.origins, []),
    means:
      "Push services in your own network that notifications may be sent to, such as `https://push.example`. All others must have public addresses.",
    unset: "none",
  },
  WEBHOOK_ORIGINS: {
    schema: z._default(values.origins, []),
    means:
      "Servers in your own network that webhooks may be sent to, such as `https://lab.example`. All others must have public addresses and https.",
    unset: "none",
  },
  VITE_API_BASE: {
    schema: z.optional(z.string()),
    means:
      "Read by `npm run build`: the address of the API, if it isn't the app's own. List the app in `APP_ORIGINS` there.",
    unset: "the app's own origin",
  },
} satisfies Settings;

const processes = {
  ROLE: {
    schema: z._default(z.enum(["all", "web", "worker"]), "all"),
    means:
      "`web` answers requests, `worker` works in the background, `all` does both. `web` and `worker` need `DATABASE_URL`.",
  },
  PROCESSES: {
    schema: z._default(values.processCount, 1),
    means: "How many web processes this machine runs on one port: a number, or `auto` for one per core.",
  },
  DRAIN_SECONDS: {
    schema: z.optional(values.wholeNumber(0, 3600)),
    means: "How long a process that shuts down keeps accepting requests, until the proxy notices.",
    unset: "`10` with `TRUST_PROXY`, otherwise `0`",
  },
} satisfies Settings;

const database = {
  DATABASE_URL: {
    schema: z.optional(values.databaseUrl),
    means: "PostgreSQL 15 or newer, as `postgres://…`. A pooler in transaction mode may be in between.",
    unset: "the embedded PostgreSQL 18",
    example: "postgres://cairn:password@127.0.0.1:5432/cairn",
  },
  DATABASE_CONNECTIONS: {
    schema: z._default(values.wholeNumber(3, 1000), 20),
    means: "Connections per process. All processes together must stay below PostgreSQL's `max_connections`.",
  },
} satisfies Settings;

const photos = {
  PHOTO_STORE: {
    schema: z._default(z.enum(["disk", "s3"]), "disk"),
    means: "`disk` keeps photos in `DATA_DIR`; `s3` needs the settings below.",
  },
  S3_ENDPOINT: { schema: z.optional(values.httpUrl), means: "The address of the object store." },
  S3_BUCKET: { schema: z.optional(z.string()), means: "The bucket." },
  S3_REGION: { schema: z._default(z.string(), "us-east-1"), means: "The bucket's region." },
  S3_ACCESS_KEY_ID: { schema: z.optional(z.string()), means: "The access key's id." },
  S3_SECRET_ACCESS_KEY: { schema: z.optional(z.string()), means: "The access key's secret." },
  S3_PREFIX: {
    schema: z.optional(values.objectPrefix),
    means: "The prefix of all object names, such as `cairn/`.",
    unset: "a prefix that the installation chooses and remembers",
  },
  S3_PUBLIC_ENDPOINT: {
    schema: z.optional(values.httpUrl),
    means: "The address at which browsers reach the bucket.",
    unset: "`S3_ENDPOINT`",
  },
  PHOTO_DOWNLOADS: {
    schema: z._default(z.enum(["through", "direct"]), "through"),
    means:
      "`through` sends photos through this server; `direct` redirects browsers to the bucket with an address that is valid for at most 20 minutes.",
  },
} satisfies Settings;

const signIn = {
  REQUIRE_SECOND_FACTOR: {
    schema: z._default(z.enum(["off", "admins", "everyone"]), "off"),
    means:
      "Who needs a second factor: `off`, `admins` or `everyone`. Anyone who has none sets it up at the next sign-in.",
  },
  SESSION_IDLE_DAYS: {
    schema: z._default(values.wholeNumber(), 30),
    means: "A browser is signed out after so many days without use.",
  },
  SESSION_MAX_DAYS: {
    schema: z._default(values.wholeNumber(), 180),
    means: "A browser is signed out so many days after a sign-in at the latest.",
  },
  TEMPORARY_PASSWORD_DAYS: {
    schema: z._default(values.wholeNumber(), 7),
    means: "How long a password works that an administrator set.",
  },
  REVIEWERS_GROUP_PREFIX: {
    schema: z._default(z.string(), groupPrefixes.reviewer),
    means: "The prefix of reviewers' groups: members of `reviewers:7` review the data points of organization 7.",
  },
  COORDINATORS_GROUP_PREFIX: {
    schema: z._default(z.string(), groupPrefixes.coordinator),
    means: "The same for coordinators, who run that organization's quests.",
  },
  OWNERS_GROUP_PREFIX: {
    schema: z._default(z.string(), groupPrefixes.owner),
    means: "The same for owners, who also choose its team.",
  },
  GROUPS_BY_NAME: {
    schema: z._default(switchSetting, "0"),
    means:
      "`1` also accepts an organization's name in these groups. A name belongs to the organization that had it first.",
  },
} satisfies Settings;

const otherProvider = {
  OIDC_ISSUER: {
    schema: z.optional(values.httpUrl),
    means: "The issuer of an OpenID provider; see [identity.md](identity.md) for all of this group.",
    unset: "the embedded provider",
  },
  OIDC_CLIENT_ID: {
    schema: z.optional(z.string()),
    means: "The id of Cairn's public client there. A Cognito pool needs it.",
    unset: "`cairn-web`",
  },
  OIDC_SCOPES: {
    schema: z._default(values.scopes, "email profile openid"),
    means: "The scopes to request, separated by spaces, including `openid`.",
  },
  OIDC_AUTHORIZATION_PARAMETERS: {
    schema: z.optional(values.authorizationParameters),
    means: "More parameters for the sign-in page, such as `audience=api&prompt=login`.",
  },
  OIDC_AUDIENCE: {
    schema: z.optional(z.string()),
    means: "What access tokens must name in the audience claim.",
    unset: "not checked",
  },
  OIDC_AUDIENCE_CLAIM: {
    schema: z._default(z.enum(audienceClaims), "aud"),
    means: "The claim that names the audience: `aud`, `client_id`, `cid`, `appid` or `azp`.",
  },
  OIDC_GROUPS_CLAIM: {
    schema: z._default(z.string(), defaultClaims.groups),
    means: "The claim that lists the groups; `a.b` reaches into objects.",
  },
  OIDC_GROUPS_SEPARATOR: {
    schema: z.optional(z.string()),
    means: "The separator, where the claim is one text.",
    unset: "the text is one group",
  },
  OIDC_USERNAME_CLAIM: {
    schema: z._default(z.string(), defaultClaims.username),
    means: "The claim of the access token that names the user.",
  },
  OIDC_CLOCK_TOLERANCE_SECONDS: {
    schema: z._default(values.wholeNumber(0, 999), 60),
    means: "How far the provider's clock may differ.",
  },
  OIDC_FORMER_ISSUER: {
    schema: z.optional(z.union([values.httpUrl, z.literal("embedded")])),
    means: "The previous issuer, or `embedded`: its users keep their data, by their names.",
  },
  OIDC_LOGOUT_STYLE: {
    schema: z.optional(z.enum(["oidc", "cognito"])),
    means: "`oidc` signs out as OpenID Connect does, `cognito` as Cognito does.",
    unset: "`oidc`; `cognito` for a pool",
  },
  OIDC_LOGOUT_URL: {
    schema: z.optional(values.httpUrl),
    means: "The address that signs out.",
    unset: "from the discovery document",
  },
  COGNITO_USER_POOL_ID: {
    schema: z.optional(z.string()),
    means: "An AWS Cognito user pool, instead of `OIDC_ISSUER`.",
  },
  COGNITO_REGION: { schema: z.optional(z.string()), means: "The pool's region.", unset: "`us-east-2`" },
} satisfies Settings;

const messages = {
  SMTP_URL: {
    schema: z.optional(values.smtpUrl),
    means: "The mail server, as `smtps://user:password@mail.example:465`.",
    unset: "email is written to `DATA_DIR/outbox`",
  },
  SMTP_FROM: {
    schema: z.optional(z.string()),
    means: "The sender, as `Cairn <cairn@mail.example>`.",
    unset: "`Cairn <no-reply@HOST>`, with the host of `PUBLIC_URL`",
  },
  SMTP_TLS: {
    schema: z.optional(z.enum(["required", "optional"])),
    means: "`required` sends only over an encrypted connection; `optional` also over a plain one.",
    unset: "`required`; `optional` for a mail server on this machine",
  },
  SMS_WEBHOOK_URL: {
    schema: z.optional(values.httpUrl),
    means: "The address that text messages are posted to.",
    unset: "text messages are written to `DATA_DIR/outbox`",
  },
  SMS_WEBHOOK_SECRET: {
    schema: z.optional(z.string().check(z.minLength(16))),
    means: "The key that signs those requests, 16 characters or more.",
  },
} satisfies Settings;

const terms = {
  TERMS_FILE: {
    schema: z.optional(z.string()),
    means: "A file with the terms that people accept when they sign up, in Markdown (`.md`) or plain text.",
  },
  PHOTO_LICENCE: {
    schema: z.optional(values.photoLicence),
    means: "The licence of submitted photos, as `CC BY 4.0 https://creativecommons.org/licenses/by/4.0/`.",
  },
} satisfies Settings;

const mapsAndPlants = {
  TILE_URL: {
    schema: z._default(z.string(), "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
    means: "The map tiles, with `{z}`, `{x}` and `{y}`.",
  },
  TILE_ATTRIBUTION: {
    schema: z._default(z.string(), "© OpenStreetMap contributors"),
    means: "The credit shown on maps.",
  },
  TILES_THROUGH_SERVER: {
    schema: z.optional(switchSetting),
    means:
      "`1` fetches tiles through this server, so that a key in `TILE_URL` stays secret; `0` lets browsers fetch them.",
    unset: "`1` if `TILE_URL` contains a query or a user name",
  },
  MAP_TILES_FILE: {
    schema: z.optional(z.string()),
    means:
      "A PMTiles file (version 3) with the map that phones save with a quest. Vector tiles have the layers of Protomaps or OpenMapTiles.",
    unset: "without a signal, phones draw coastlines and borders only",
  },
  STATIC_MAP_URL: {
    schema: z.optional(z.string()),
    means: "A static map service, with `{lat}` and `{lon}`.",
    unset: "the server draws them",
  },
  PLANTNET_API_KEY: {
    schema: z.optional(z.string()),
    means: "The key for plant identification by Pl@ntNet.",
    unset: "no plant identification",
  },
  PLANTNET_URL: { schema: z._default(values.httpUrl, "https://my-api.plantnet.org"), means: "Pl@ntNet's address." },
  DEPOSIT_URL: {
    schema: z.optional(values.archiveOrigin),
    means:
      "An archive that runs InvenioRDM, such as `https://zenodo.org`, where coordinators can deposit releases to get a DOI. Needs `DEPOSIT_TOKEN`.",
    unset: "no deposits; a DOI made elsewhere can be entered",
  },
  DEPOSIT_TOKEN: {
    schema: z.optional(values.bearerToken),
    means: "A token of the archive's account that deposits. On Zenodo: scopes `deposit:write` and `deposit:actions`.",
    unset: "no deposits",
  },
} satisfies Settings;

const limitsAndWork = {
  RATE_LIMIT_PER_MINUTE: {
    schema: z._default(values.wholeNumber(), 6000),
    means: "API requests per minute of one user, or of one address without a sign-in.",
  },
  UPLOAD_MEGABYTES_PER_DAY: {
    schema: z._default(values.wholeNumber(), 20_000),
    means: "Photos per volunteer and day.",
  },
  ORGANIZATIONS: {
    schema: z._default(z.enum(organizationPolicies), "on_request"),
    means:
      "Who creates organizations: everybody (`open`), everybody with an administrator's approval (`on_request`), or administrators only (`closed`).",
  },
  RECHECK_PERCENT: {
    schema: z._default(values.percent, 5),
    means: "The percentage of decisions that get a second review.",
  },
  JOB_POLL_SECONDS: {
    schema: z._default(values.wholeNumber(), 5),
    means: "How often a worker looks for jobs that no notification announced.",
  },
} satisfies Settings;

const demo = {
  DEMO: {
    schema: z.optional(switchSetting),
    means: "`1` fills an empty database with demo organizations, quests, samples and accounts.",
    unset: "`1`; `0` in production",
  },
  DEMO_PASSWORD: {
    schema: z.optional(z.string().check(z.minLength(8))),
    means: "The password of the demo accounts, at least 8 characters.",
    unset: "random, printed once and kept in `DATA_DIR/demo-password`",
  },
} satisfies Settings;

const observation = {
  METRICS_PORT: {
    schema: z.optional(values.port),
    means: "The port where Prometheus reads `/metrics`. Keep it private.",
    unset: "off",
  },
  METRICS_HOST: { schema: z._default(z.string(), "127.0.0.1"), means: "The address for metrics." },
  LOG_LEVEL: {
    schema: z._default(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), "info"),
    means: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.",
  },
} satisfies Settings;

/** In the order of the documentation. */
export const settingGroups: Record<string, Settings> = {
  Basics: basics,
  Processes: processes,
  Database: database,
  Photos: photos,
  "Sign-in": signIn,
  "Another identity provider": otherProvider,
  "Email and text messages": messages,
  Terms: terms,
  "Maps and plants": mapsAndPlants,
  "Limits and work": limitsAndWork,
  Demo: demo,
  Observation: observation,
};

/**
 * All settings, by the name of their environment variable. The server's configuration, `docs/settings.md` and
 * `deploy/cairn.env.example` are generated from them (`npm run settings`).
 */
export const settings = {
  ...basics,
  ...processes,
  ...database,
  ...photos,
  ...signIn,
  ...otherProvider,
  ...messages,
  ...terms,
  ...mapsAndPlants,
  ...limitsAndWork,
  ...demo,
  ...observation,
};

type Schemas = { [Name in keyof typeof settings]: (typeof settings)[Name]["schema"] };

/** The environment of a process. */
export const environmentSchema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as Schemas,
);

export type Environment = z.infer<typeof environmentSchema>;
