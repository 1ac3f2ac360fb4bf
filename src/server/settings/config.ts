import { resolve } from "node:path";
import { calls } from "../../contract/all-calls.ts";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { validationSaying } from "../../texts/validation-sayings.ts";
import { cognitoIssuer, findCognitoPool, requireCognitoPool } from "../auth/cognito-pool.ts";
import { type Environment, environmentSchema } from "./settings.ts";
import { isHopCount, photoLicencePattern } from "./value-schemas.ts";

/** The settings in force; `settings/settings.ts` says what each means. */
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
      `Invalid settings: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`).join("; ")}`,
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
    /** The most connections of one process to the database. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    host: env.HOST,
    port: env.PORT,
    /** Without a trailing slash; the issuer of the embedded identity provider too. */
    publicUrl,
    /** Further origins at which browsers load the app: they may call the API and return from sign-in. */
    appOrigins: env.APP_ORIGINS,
    /** Push services that may have private addresses. */
    pushOrigins: env.PUSH_ORIGINS,
    /** Receivers of webhooks that may have private addresses. */
    webhookOrigins: env.WEBHOOK_ORIGINS,
    /** Where this server's own pages find the API, if it is another origin; the build decides. */
    apiOrigin: env.VITE_API_BASE && URL.canParse(env.VITE_API_BASE) ? new URL(env.VITE_API_BASE).origin : undefined,
    /** How many proxies stand in front, or their networks; false: none, and forwarded addresses are not believed. */
    trustedProxies,
    /** API requests of one user or address. */
    requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
    /** Photos of one adventurer. */
    uploadBytesPerDay: env.UPLOAD_MEGABYTES_PER_DAY * 1_000_000,
    /** This percentage of decisions gets a second review by somebody else. */
    recheckPercent: env.RECHECK_PERCENT,
    organizations: env.ORGANIZATIONS,
    /** How often a worker looks for jobs that nobody told it of. */
    jobPollMs: env.JOB_POLL_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    /** Languages of this installation, beside our own. */
    languagesDir: env.LANGUAGES_DIR === undefined ? undefined : resolve(env.LANGUAGES_DIR),
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
    /** Absent: releases can't be deposited. */
    archive: requireArchive(env),
    smtp: { url: env.SMTP_URL, from: env.SMTP_FROM, requireTls: requiresTls(env) },
    /** What people agree to when they sign up; both absent: nothing. */
    terms: {
      file: env.TERMS_FILE && resolve(env.TERMS_FILE),
      photoLicence: env.PHOTO_LICENCE === undefined ? undefined : readPhotoLicence(env.PHOTO_LICENCE),
    },
    /** Absent: text messages go to the outbox folder. */
    smsWebhook: requireSmsWebhook(env),
    tiles: describeTiles(env, publicUrl),
    /** Absent: phones save no map. */
    mapTilesFile: env.MAP_TILES_FILE && resolve(env.MAP_TILES_FILE),
    staticMapUrl: env.STATIC_MAP_URL,
  };
}

function trustedProxiesOf(value: string): false | number | string[] {
  if (!isHopCount(value)) return value.split(",").map((network) => network.trim());
  return value === "0" ? false : Number(value);
}

/** What stands in a user's name or a query may be a key, which no browser is told: the server fetches the tiles then. */
function describeTiles(env: Environment, publicUrl: string) {
  const mayHoldKey = /[?#]|^[a-z]+:\/\/[^/]*@/i.test(env.TILE_URL);
  const throughServer = env.TILES_THROUGH_SERVER === undefined ? mayHoldKey : env.TILES_THROUGH_SERVER === "1";
  return {
    url: env.TILE_URL,
    attribution: env.TILE_ATTRIBUTION,
    throughServer,
    /** Where browsers fetch tiles. */
    browserUrl: throughServer ? `${publicUrl}/api${calls.getMapTile.path}` : env.TILE_URL,
  };
}

function chooseProvider(env: Environment) {
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
    /** These groups count whichever provider signs people in. */
    teamGroups: {
      prefixes: {
        reviewer: env.REVIEWERS_GROUP_PREFIX,
        coordinator: env.COORDINATORS_GROUP_PREFIX,
        owner: env.OWNERS_GROUP_PREFIX,
      },
      byName: env.GROUPS_BY_NAME === "1",
    },
    usernameClaim: env.OIDC_USERNAME_CLAIM,
    logoutStyle: env.OIDC_LOGOUT_STYLE ?? (pool ? "cognito" : "oidc"),
    logoutUrl: env.OIDC_LOGOUT_URL,
  } as const;
}

function chooseIssuer(env: Environment): string | undefined {
  const { OIDC_ISSUER, COGNITO_REGION: region = "us-east-2", COGNITO_USER_POOL_ID: userPoolId } = env;
  if (userPoolId === undefined) return OIDC_ISSUER;
  requireCognitoPool({ region, userPoolId });
  const issuer = cognitoIssuer({ region, userPoolId });
  if (OIDC_ISSUER !== undefined && OIDC_ISSUER.replace(/(?<!\/)\/+$/, "") !== issuer) {
    throw new Error("OIDC_ISSUER and COGNITO_USER_POOL_ID name different providers: set only one.");
  }
  return issuer;
}

function readPhotoLicence(text: string): { name: string; address: string } {
  const [, name = "", address = ""] = photoLicencePattern.exec(text) ?? [];
  return { name, address };
}

/** Mail leaves this machine encrypted, unless a setting says otherwise. */
function requiresTls({ SMTP_URL, SMTP_TLS }: Environment): boolean {
  if (SMTP_TLS !== undefined) return SMTP_TLS === "required";
  const host = SMTP_URL !== undefined && URL.canParse(SMTP_URL) ? new URL(SMTP_URL).hostname : "";
  return !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

function requireSmsWebhook(env: Environment) {
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret } = env;
  if (url && !secret) throw new Error("SMS_WEBHOOK_URL needs SMS_WEBHOOK_SECRET to sign requests.");
  return url && secret ? { url, secret } : undefined;
}

function requireArchive({ DEPOSIT_URL: url, DEPOSIT_TOKEN: token }: Environment) {
  if ((url === undefined) !== (token === undefined)) throw new Error("DEPOSIT_URL and DEPOSIT_TOKEN need each other.");
  return url && token ? { url, token } : undefined;
}

function choosePhotoStore(env: Environment) {
  if (env.PHOTO_STORE === "s3") return requireS3(env);
  if (env.PHOTO_DOWNLOADS === "direct") {
    throw new Error("PHOTO_DOWNLOADS=direct needs PHOTO_STORE=s3: browsers can't reach a folder.");
  }
  return { kind: "disk" } as const;
}

function requireS3(env: Environment) {
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
