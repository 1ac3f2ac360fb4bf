import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { audienceClaims } from "../contract/enums.ts";
import { defaultClaims, reviewersGroupPrefix } from "../contract/roles.ts";
import { routes } from "../contract/routes.ts";
import { english } from "../texts/languages.ts";
import { textsOf } from "../texts/texts-of.ts";
import { validationSaying } from "../texts/validation-sayings.ts";
import { cognitoIssuer, findCognitoPool, requireCognitoPool } from "./auth/cognito-pool.ts";

const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, "Expected a port number")),
  z.pipe(z.transform(Number), z.int().check(z.minimum(0), z.maximum(65_535))),
);
const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, "Expected a whole number")),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1))),
);
const percent = z.pipe(
  z.string().check(z.regex(/^\d{1,3}(\.\d{1,3})?$/, "Expected a number from 0 to 100")),
  z.pipe(z.transform(Number), z.number().check(z.maximum(100))),
);
const databaseUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, "Expected postgres://…"));
const smallWholeNumber = (largest: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,4}$/, "Expected a whole number")),
    z.pipe(z.transform(Number), z.int().check(z.minimum(0), z.maximum(largest))),
  );
/** More than any one machine makes use of. */
const processesMax = 64;
const processCount = z.union(
  [
    z.pipe(
      z.literal("auto"),
      z.transform(() => Math.min(availableParallelism(), processesMax)),
    ),
    smallWholeNumber(processesMax).check(z.minimum(1)),
  ],
  `Expected auto or a number from 1 to ${processesMax}`,
);
const httpUrl = z.url({ protocol: /^https?$/, error: "Expected an http or https address" });
/** The order of the specification. */
const defaultScopes = "email profile openid";
const scopes = z
  .string()
  .check(z.refine<string>((text) => text.split(" ").includes("openid"), "Expected scopes with openid among them"));
/** What the sign-in itself sets, and a setting may not change. */
const ownParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
];
const authorizationParameters = z
  .string()
  .check(
    z.refine<string>(
      (text) => [...new URLSearchParams(text).keys()].every((name) => name !== "" && !ownParameters.includes(name)),
      `Expected parameters such as audience=api&prompt=login; not ${ownParameters.join(", ")}`,
    ),
  );

/** Origins with commas or spaces between them; a slash at the end is nobody's mistake. */
const origins = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text.split(/[\s,]+/).flatMap((part) => (part === "" ? [] : [part.replace(/\/$/, "")])),
    ),
  ),
  z.array(z.string().check(z.refine(isOrigin, { error: "Expected origins such as https://app.example" }))),
);

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** `CC BY 4.0 https://creativecommons.org/licenses/by/4.0/` */
const photoLicencePattern = /^(\S.{0,118}\S|\S)\s+(https?:\/\/\S+)$/;

const environmentSchema = z.object({
  NODE_ENV: z.optional(z.string()),
  ROLE: z._default(z.enum(["all", "web", "worker"]), "all"),
  PROCESSES: z._default(processCount, 1),
  DRAIN_SECONDS: z.optional(smallWholeNumber(3600)),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string(), "127.0.0.1"),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), "127.0.0.1"),
  PUBLIC_URL: z.optional(httpUrl),
  APP_ORIGINS: z._default(origins, []),
  VITE_API_BASE: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), "./data"),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_CONNECTIONS: z._default(smallWholeNumber(1000).check(z.minimum(3)), 20),
  PHOTO_STORE: z._default(z.enum(["disk", "s3"]), "disk"),
  S3_ENDPOINT: z.optional(httpUrl),
  S3_BUCKET: z.optional(z.string()),
  S3_PREFIX: z.optional(z.string().check(z.regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, "Expected a name such as cairn/"))),
  S3_REGION: z._default(z.string(), "us-east-1"),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_PUBLIC_ENDPOINT: z.optional(httpUrl),
  PHOTO_DOWNLOADS: z._default(z.enum(["through", "direct"]), "through"),
  ENCRYPTION_KEY: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[^,]{32,}(,[^,]{32,})*$/,
          "Expected 32 characters or more; of several, divided by commas, the first encrypts",
        ),
      ),
  ),
  REQUIRE_SECOND_FACTOR: z._default(z.enum(["off", "admins", "everyone"]), "off"),
  TEMPORARY_PASSWORD_DAYS: z._default(wholeNumber, 7),
  SESSION_IDLE_DAYS: z._default(wholeNumber, 30),
  SESSION_MAX_DAYS: z._default(wholeNumber, 180),
  OIDC_ISSUER: z.optional(httpUrl),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_FORMER_ISSUER: z.optional(z.union([httpUrl, z.literal("embedded")])),
  OIDC_AUDIENCE: z.optional(z.string()),
  OIDC_AUDIENCE_CLAIM: z._default(z.enum(audienceClaims), "aud"),
  OIDC_SCOPES: z._default(scopes, defaultScopes),
  OIDC_AUTHORIZATION_PARAMETERS: z.optional(authorizationParameters),
  OIDC_GROUPS_CLAIM: z._default(z.string(), defaultClaims.groups),
  OIDC_GROUPS_SEPARATOR: z.optional(z.string()),
  REVIEWERS_GROUP_PREFIX: z._default(z.string(), reviewersGroupPrefix),
  REVIEWERS_BY_NAME: z._default(z.enum(["0", "1"]), "0"),
  OIDC_USERNAME_CLAIM: z._default(z.string(), defaultClaims.username),
  OIDC_CLOCK_TOLERANCE_SECONDS: z._default(
    z.pipe(z.string().check(z.regex(/^\d{1,3}$/, "Expected a number of seconds")), z.transform(Number)),
    60,
  ),
  OIDC_LOGOUT_STYLE: z.optional(z.enum(["oidc", "cognito"])),
  OIDC_LOGOUT_URL: z.optional(httpUrl),
  COGNITO_REGION: z.optional(z.string()),
  COGNITO_USER_POOL_ID: z.optional(z.string()),
  DEMO: z.optional(z.enum(["0", "1"])),
  DEMO_PASSWORD: z.optional(z.string().check(z.minLength(8))),
  PLANTNET_API_KEY: z.optional(z.string()),
  PLANTNET_URL: z._default(httpUrl, "https://my-api.plantnet.org"),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.regex(/^smtps?:\/\//, "Expected smtp:// or smtps://"),
        z.refine<string>(
          URL.canParse,
          "Expected an address such as smtps://user:password@mail.example:465, with %2F for / in a password",
        ),
      ),
  ),
  SMTP_FROM: z.optional(z.string()),
  SMTP_TLS: z.optional(z.enum(["required", "optional"])),
  TERMS_FILE: z.optional(z.string()),
  PHOTO_LICENCE: z.optional(
    z.string().check(z.regex(photoLicencePattern, "Expected a name and an address, such as CC BY 4.0 https://…")),
  ),
  SMS_WEBHOOK_URL: z.optional(httpUrl),
  SMS_WEBHOOK_SECRET: z.optional(z.string().check(z.minLength(16))),
  TILE_URL: z._default(z.string(), "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
  TILE_ATTRIBUTION: z._default(z.string(), "© OpenStreetMap contributors"),
  TILES_THROUGH_SERVER: z.optional(z.enum(["0", "1"])),
  STATIC_MAP_URL: z.optional(z.string()),
  RATE_LIMIT_PER_MINUTE: z._default(wholeNumber, 6000),
  TRUST_PROXY: z._default(
    z.string().check(
      z.refine((value) => isHopCount(value) || value.split(",").every((network) => isNetwork(network.trim())), {
        error: "Expected the number of proxies in front, or their addresses or networks with commas between them",
      }),
    ),
    "0",
  ),
  UPLOAD_MEGABYTES_PER_DAY: z._default(wholeNumber, 20_000),
  RECHECK_PERCENT: z._default(percent, 5),
  JOB_POLL_SECONDS: z._default(wholeNumber, 5),
  LOG_LEVEL: z._default(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), "info"),
});

/** The settings in force; see the README for what each means. */
export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the settings from the environment. An empty value counts as not set.
 * @throws Error that names every setting that is wrong, and how.
 */
export function loadConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given, {
    error: (issue) => textsOf(english).say(validationSaying(issue)),
  });
  if (!parsed.success) {
    throw new Error(
      `These settings are wrong: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`).join("; ")}`,
    );
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === "production";
  if (env.ROLE !== "all" && !env.DATABASE_URL) {
    throw new Error(`ROLE=${env.ROLE} needs DATABASE_URL: only one process can use the embedded database.`);
  }
  const trustedProxies = trustedProxiesOf(env.TRUST_PROXY);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, "");
  return {
    isProduction,
    /** What this process does: `web` answers requests, `worker` does the work in the background. */
    role: env.ROLE,
    /** How many processes answer requests at one port of this machine; above 1 one more leads them. */
    processes: env.PROCESSES,
    /** How long, at most, a process that is told to end goes on taking requests until those who send them know. */
    drainMs: (env.DRAIN_SECONDS ?? (trustedProxies === false ? 0 : 10)) * 1000,
    /** Where figures for Prometheus are read; absent: nowhere. */
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** To the database, of one process, at most. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    host: env.HOST,
    port: env.PORT,
    /** Without a trailing slash; the issuer of the embedded identity provider too. */
    publicUrl,
    /** Further origins at which browsers load the app: they may call the API and return from sign-in. */
    appOrigins: env.APP_ORIGINS,
    /** Where this server's own pages find the API, if it is another origin; the build decides. */
    apiOrigin: env.VITE_API_BASE && URL.canParse(env.VITE_API_BASE) ? new URL(env.VITE_API_BASE).origin : undefined,
    /** How many proxies stand in front, or their networks; false: none, and forwarded addresses are not believed. */
    trustedProxies,
    /** API requests of one user or address. */
    requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
    /** Photos of one adventurer. */
    uploadBytesPerDay: env.UPLOAD_MEGABYTES_PER_DAY * 1_000_000,
    /** Of 100 decisions so many are drawn for a second look by somebody else. */
    recheckPercent: env.RECHECK_PERCENT,
    /** How often a worker looks for jobs that nobody told it of. */
    jobPollMs: env.JOB_POLL_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** Absent: a file in `dataDir`. The first encrypts, all decrypt. */
    encryptionKeys: env.ENCRYPTION_KEY?.split(","),
    photoStore: choosePhotoStore(env),
    oidc: chooseProvider(env),
    /** What the embedded provider asks of those who sign in. */
    signInPolicy: {
      requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
      temporaryPasswordDays: env.TEMPORARY_PASSWORD_DAYS,
      sessionIdleDays: env.SESSION_IDLE_DAYS,
      sessionMaxDays: env.SESSION_MAX_DAYS,
    },
    demo: env.DEMO === undefined ? !isProduction : env.DEMO === "1",
    demoPassword: env.DEMO_PASSWORD,
    plantnet: { apiKey: env.PLANTNET_API_KEY, url: env.PLANTNET_URL.replace(/(?<!\/)\/+$/, "") },
    smtp: { url: env.SMTP_URL, from: env.SMTP_FROM, requireTls: requiresTls(env) },
    /** What people agree to when they sign up; both absent: nothing. */
    terms: {
      file: env.TERMS_FILE && resolve(env.TERMS_FILE),
      photoLicence: env.PHOTO_LICENCE === undefined ? undefined : readPhotoLicence(env.PHOTO_LICENCE),
    },
    /** Absent: text messages go to the outbox folder. */
    smsWebhook: requireSmsWebhook(env),
    tiles: describeTiles(env, publicUrl),
    staticMapUrl: env.STATIC_MAP_URL,
  };
}

function isHopCount(value: string): boolean {
  return /^\d$/.test(value);
}

/** An address, a network (`10.0.0.0/8`), or a name that stands for several networks. */
function isNetwork(value: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(value)) return true;
  const [address = "", length, ...more] = value.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || more.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= bits);
}

function trustedProxiesOf(value: string): false | number | string[] {
  if (!isHopCount(value)) return value.split(",").map((network) => network.trim());
  return value === "0" ? false : Number(value);
}

/** What stands in a user's name or a query may be a key, which no browser is told: the server fetches the tiles then. */
function describeTiles(env: z.infer<typeof environmentSchema>, publicUrl: string) {
  const mayHoldKey = /[?#]|^[a-z]+:\/\/[^/]*@/i.test(env.TILE_URL);
  const throughServer = env.TILES_THROUGH_SERVER === undefined ? mayHoldKey : env.TILES_THROUGH_SERVER === "1";
  return {
    url: env.TILE_URL,
    attribution: env.TILE_ATTRIBUTION,
    throughServer,
    /** Where browsers fetch tiles. */
    browserUrl: throughServer ? `${publicUrl}/api${routes.getMapTile.path}` : env.TILE_URL,
  };
}

function chooseProvider(env: z.infer<typeof environmentSchema>) {
  const issuer = chooseIssuer(env)?.replace(/(?<!\/)\/+$/, "");
  const pool = issuer === undefined ? undefined : findCognitoPool(issuer);
  if (pool) {
    requireCognitoPool(pool);
    if (!env.OIDC_CLIENT_ID) throw new Error("A Cognito user pool needs OIDC_CLIENT_ID, the id of its app client.");
  }
  return {
    /** Absent: the embedded provider. */
    externalIssuer: issuer,
    /** The provider before this one: its users keep their data, by their names. */
    formerIssuer: env.OIDC_FORMER_ISSUER?.replace(/(?<!\/)\/+$/, ""),
    clientId: env.OIDC_CLIENT_ID ?? "cairn-web",
    audience: env.OIDC_AUDIENCE,
    audienceClaim: env.OIDC_AUDIENCE_CLAIM,
    scopes: env.OIDC_SCOPES,
    /** Sent to the sign-in page too: `name=value`, with `&` between them. */
    authorizationParameters: env.OIDC_AUTHORIZATION_PARAMETERS ?? "",
    clockToleranceSeconds: env.OIDC_CLOCK_TOLERANCE_SECONDS,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    groupsSeparator: env.OIDC_GROUPS_SEPARATOR,
    /** What the names of reviewers' groups begin with, with every provider. */
    reviewersPrefix: env.REVIEWERS_GROUP_PREFIX,
    /** Whether the rest may be the name of an organization, too. */
    reviewersByName: env.REVIEWERS_BY_NAME === "1",
    usernameClaim: env.OIDC_USERNAME_CLAIM,
    logoutStyle: env.OIDC_LOGOUT_STYLE ?? (pool ? "cognito" : "oidc"),
    logoutUrl: env.OIDC_LOGOUT_URL,
  } as const;
}

function chooseIssuer(env: z.infer<typeof environmentSchema>): string | undefined {
  const { OIDC_ISSUER, COGNITO_REGION: region = "us-east-2", COGNITO_USER_POOL_ID: userPoolId } = env;
  if (userPoolId === undefined) return OIDC_ISSUER;
  requireCognitoPool({ region, userPoolId });
  const issuer = cognitoIssuer({ region, userPoolId });
  if (OIDC_ISSUER !== undefined && OIDC_ISSUER.replace(/(?<!\/)\/+$/, "") !== issuer) {
    throw new Error("OIDC_ISSUER and COGNITO_USER_POOL_ID name different providers: set one of them.");
  }
  return issuer;
}

function readPhotoLicence(text: string): { name: string; address: string } {
  const [, name = "", address = ""] = photoLicencePattern.exec(text) ?? [];
  return { name, address };
}

/** Mail leaves this machine encrypted, unless a setting says otherwise. */
function requiresTls({ SMTP_URL, SMTP_TLS }: z.infer<typeof environmentSchema>): boolean {
  if (SMTP_TLS !== undefined) return SMTP_TLS === "required";
  const host = SMTP_URL !== undefined && URL.canParse(SMTP_URL) ? new URL(SMTP_URL).hostname : "";
  return !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

function requireSmsWebhook(env: z.infer<typeof environmentSchema>) {
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret } = env;
  if (url && !secret) throw new Error("SMS_WEBHOOK_URL needs SMS_WEBHOOK_SECRET, which signs what is sent there.");
  return url && secret ? { url, secret } : undefined;
}

function choosePhotoStore(env: z.infer<typeof environmentSchema>) {
  if (env.PHOTO_STORE === "s3") return requireS3(env);
  if (env.PHOTO_DOWNLOADS === "direct") {
    throw new Error("PHOTO_DOWNLOADS=direct needs PHOTO_STORE=s3: a folder has no address for browsers.");
  }
  return { kind: "disk" } as const;
}

function requireS3(env: z.infer<typeof environmentSchema>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new Error(
      "PHOTO_STORE=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (and S3_REGION, us-east-1 by default).",
    );
  }
  return {
    kind: "s3",
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    /** Where browsers get photos from the store itself; absent: they come through this server. */
    browserEndpoint: env.PHOTO_DOWNLOADS === "direct" ? (env.S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT) : undefined,
    /** Ends with a slash. Absent: the installation's own. */
    prefix: env.S3_PREFIX?.replace(/\/?$/, "/"),
  } as const;
}
