import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { ClientConfiguration } from "../../contract/installation.ts";
import { defaultClaims } from "../../contract/roles.ts";
import { administratorsFinder, mailAddressFinder, mailOwnerFinder } from "../../identity/accounts/account-facts.ts";
import { addressKey } from "../../identity/attempts/attempt-limits.ts";
import type { Identity } from "../../identity/identity.ts";
import { endedSessionsTeller } from "../../identity/sessions/end-sessions.ts";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { addLanguages } from "../../texts/texts-of.ts";
import { type ExternalProvider, findExternalProvider } from "../auth/external-provider.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import { CallCosts } from "../calls/call-costs.ts";
import type { Db } from "../database/connection.ts";
import { getInstallationSecret, getInstallationValue } from "../database/installation.ts";
import { ExportAddresses } from "../datasets/export-addresses.ts";
import { PlantIdentifier } from "../field-tests/plant-identifier.ts";
import { PlantnetClient } from "../field-tests/plantnet-client.ts";
import { PlaceNames } from "../gazetteer/place-names.ts";
import { JobSignal } from "../jobs/job-signal.ts";
import { MapFile } from "../map-file/map-file.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { DigestAddresses } from "../notices/digest-addresses.ts";
import { openVapid, PushService } from "../notices/push-service.ts";
import { OutsideFiles } from "../outside-files/outside-files.ts";
import { OutwardPosts } from "../outward/outward-posts.ts";
import { acceptPersonalTokens } from "../personal-tokens/accept-personal-tokens.ts";
import { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { RecordingCopies } from "../photos/derivatives/recording-copies.ts";
import { PhotoAddresses } from "../photos/signed-address.ts";
import { DiskPhotoStore } from "../photos/store/disk-photo-store.ts";
import { countedPhotoStore, type PhotoStore } from "../photos/store/photo-store.ts";
import { S3PhotoStore } from "../photos/store/s3-photo-store.ts";
import { QuestMap } from "../quest-map/quest-map.ts";
import { CoverAddresses } from "../quests/covers.ts";
import { ArchiveClient } from "../releases/archive-client.ts";
import { PointMaps } from "../results/point-maps.ts";
import type { Config } from "../settings/config.ts";
import { StaticMapService, StaticMaps } from "../static-map/static-maps.ts";
import { TileCache, TileSource } from "../static-map/tile-source.ts";
import { makeAccountMailer, makeMailer } from "./mailers.ts";

/** Used by both roles. Adapters are only created in this folder. */
export type SharedServices = Awaited<ReturnType<typeof createSharedServices>>;

/** Used by routes: the role web. */
export type Services = Awaited<ReturnType<typeof createWebServices>>;

/** What the server needs from the embedded identity provider. */
export type EmbeddedIdentity = Pick<
  Identity,
  "issuer" | "clientId" | "audience" | "scopes" | "describeAccount" | "isAccountActive" | "findEnabledAccounts"
>;

/** @param pool of `db`, for the tables of the embedded provider */
export async function createSharedServices(config: Config, logger: Logger, db: Db, pool: Pool, metrics?: Metrics) {
  if (config.languagesDir) installTexts(config.languagesDir, logger);
  const ownStore = await makePhotoStore(config, db);
  const photoStore = metrics
    ? countedPhotoStore(ownStore, (operation) => metrics.storeErrors.inc({ operation }))
    : ownStore;
  const pushPosts = new OutwardPosts({ allowedOrigins: config.pushOrigins });
  return {
    config,
    logger,
    db,
    photoStore,
    photoDerivatives: new PhotoDerivatives(photoStore),
    recordingCopies: new RecordingCopies(photoStore),
    photoAddresses: new PhotoAddresses({
      secret: await getInstallationSecret(db, "photo_address_key"),
      baseUrl: config.publicUrl,
    }),
    plantIdentifier: new PlantIdentifier({ db, client: makePlantnetClient(config) }),
    /** Absent: releases can't be deposited. */
    archive: config.archive && new ArchiveClient(config.archive),
    /** Counts the calls to this process; none without the role web. */
    callCosts: new CallCosts(),
    mailer: makeMailer(makeAccountMailer(config)),
    digestAddresses: new DigestAddresses({
      secret: await getInstallationSecret(db, "mail_address_key"),
      baseUrl: config.publicUrl,
    }),
    pushPosts,
    pushService: new PushService({ vapid: await openVapid(db, config.publicUrl), posts: pushPosts }),
    webhookPosts: new OutwardPosts({ allowedOrigins: config.webhookOrigins }),
    findAccountAddress: config.oidc.externalIssuer ? undefined : mailAddressFinder(pool),
    findAdministrators: config.oidc.externalIssuer ? undefined : administratorsFinder(pool),
    tellEndedSessions: config.oidc.externalIssuer ? undefined : endedSessionsTeller(pool),
    findMailOwner: config.oidc.externalIssuer ? undefined : mailOwnerFinder(pool),
    metrics,
  };
}

function installTexts(folder: string, logger: Logger): void {
  for (const { isUsed, ...problem } of addLanguages(folder))
    logger.warn(problem, isUsed ? "a text of LANGUAGES_DIR is incomplete" : "left out a text of LANGUAGES_DIR");
}

export async function createWebServices(
  shared: SharedServices,
  identity: {
    verifyToken: TokenVerifier;
    /** The issuer in the identities of that verifier. */
    issuerName: string;
    embeddedIdentity?: EmbeddedIdentity;
  },
) {
  const { config, logger, db } = shared;
  const { issuerName: issuer, embeddedIdentity } = identity;
  return {
    ...shared,
    verifyToken: acceptPersonalTokens(
      {
        db,
        issuer,
        isAccountActive: embeddedIdentity?.isAccountActive,
        findEnabledAccounts: embeddedIdentity?.findEnabledAccounts,
      },
      identity.verifyToken,
    ),
    /** The unit of address limits; for IPv6, a whole network. */
    networkOf: addressKey,
    externalProvider: await findProvider(config, logger),
    coverAddresses: new CoverAddresses({ secret: await getInstallationSecret(db, "photo_address_key") }),
    exportAddresses: new ExportAddresses({
      secret: await getInstallationSecret(db, "export_address_key"),
      baseUrl: config.publicUrl,
    }),
    questMap: new QuestMap({ db, logger }),
    pointMaps: new PointMaps({ db, logger }),
    placeNames: new PlaceNames(),
    outsideFiles: new OutsideFiles(),
    ...makeMaps(config),
    mapFile: await openMapFile(config, logger),
    jobs: new JobSignal({ db, logger }),
    clientConfiguration: describeToClients(config, embeddedIdentity),
    /** The data that the embedded provider has about an account. */
    describeAccount: embeddedIdentity?.describeAccount,
    findEnabledAccounts: embeddedIdentity?.findEnabledAccounts,
    /** The issuer whose users keep their data, by their names. */
    formerIssuer: config.oidc.formerIssuer,
  };
}

/** The prefix of this installation's photos in a bucket that may hold other objects; chosen once. */
export const getPhotoPrefix = (db: Db): Promise<string> =>
  getInstallationValue(db, "photo_prefix", () => `cairn-${randomBytes(6).toString("hex")}/`);

export async function makePhotoStore({ photoStore, dataDir }: Config, db: Db): Promise<PhotoStore> {
  if (photoStore.kind === "disk") return DiskPhotoStore.open(join(dataDir, "photos"));
  const prefix = photoStore.prefix ?? (await getPhotoPrefix(db));
  return S3PhotoStore.open({ ...photoStore, prefix, spoolFolder: join(dataDir, "photos-spool") });
}

async function findProvider({ oidc }: Config, logger: Logger): Promise<ExternalProvider | undefined> {
  if (oidc.externalIssuer === undefined) return undefined;
  return findExternalProvider(oidc.externalIssuer, { logger, alsoAllow: [oidc.logoutUrl] });
}

function makePlantnetClient({ plantnet: { url, apiKey } }: Config): PlantnetClient | undefined {
  return apiKey === undefined ? undefined : new PlantnetClient({ url, apiKey });
}

function makeMaps({ tiles, staticMapUrl, publicUrl, dataDir }: Config) {
  const folder = join(dataDir, "tile-cache");
  const source = new TileSource({
    template: tiles.url,
    publicUrl,
    cache: new TileCache({ folder, bytesMax: tiles.throughServer ? 250_000_000 : 50_000_000 }),
    connectionsMax: tiles.throughServer ? 8 : 2,
  });
  const service = staticMapUrl ? new StaticMapService({ template: staticMapUrl, publicUrl }) : undefined;
  return {
    staticMaps: new StaticMaps({ attribution: tiles.attribution, tiles: source, service }),
    /** Absent if browsers fetch tiles themselves. */
    mapTiles: tiles.throughServer ? source : undefined,
  };
}

/** The operator's map file. One that can't be used counts as none. */
async function openMapFile({ mapTilesFile: path }: Config, logger: Logger): Promise<MapFile | undefined> {
  if (!path) return undefined;
  try {
    const file = await MapFile.open(path);
    logger.info({ path, format: file.format, zooms: file.zooms }, "phones save their quests' maps from MAP_TILES_FILE");
    return file;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error({ path, reason }, "MAP_TILES_FILE can't be used: phones save no maps");
    return undefined;
  }
}

function describeToClients(config: Config, embedded: EmbeddedIdentity | undefined): ClientConfiguration {
  const { oidc } = config;
  return {
    oidc: {
      issuer: embedded?.issuer ?? oidc.externalIssuer ?? config.publicUrl,
      client_id: embedded?.clientId ?? oidc.clientId,
      audience: embedded ? embedded.audience : (oidc.audience ?? null),
      scopes: embedded?.scopes ?? oidc.scopes,
      authorization_parameters: embedded ? "" : oidc.authorizationParameters,
      redirect_uri: `${config.publicUrl}/`,
      sign_out_uri: `${config.publicUrl}/`,
      groups_claim: embedded ? defaultClaims.groups : oidc.groupsClaim,
      groups_separator: embedded ? null : (oidc.groupsSeparator ?? null),
      username_claim: embedded ? defaultClaims.username : oidc.usernameClaim,
      logout_style: embedded ? "oidc" : oidc.logoutStyle,
      logout_url: embedded ? `${config.publicUrl}/logout` : (oidc.logoutUrl ?? null),
    },
    tile_url: config.tiles.browserUrl,
    tile_attribution: config.tiles.attribution,
    plant_id_configured: config.plantnet.apiKey !== undefined,
    organizations: config.organizations,
    languages: offeredLanguages(),
    archive_url: config.archive?.url ?? null,
    terms_url: config.terms.file || config.terms.photoLicence ? `${config.publicUrl}/terms` : null,
  };
}
