import { join } from "node:path";
import type { Logger } from "pino";
import type { ClientConfiguration } from "../contract/installation.ts";
import { type ExternalProvider, findExternalProvider } from "./auth/external-provider.ts";
import type { TokenVerifier } from "./auth/token-verifier.ts";
import type { Config } from "./config.ts";
import { findPhotoKey, findReferencedPhotoKeys } from "./data-points/data-point-queries.ts";
import { identifyPlantJob, makeIdentificationHandler } from "./data-points/plant-identification-job.ts";
import { UploadTraffic } from "./data-points/upload-traffic.ts";
import type { Db } from "./database/connection.ts";
import { getInstallationSecret } from "./database/installation.ts";
import { startWorker } from "./jobs/worker.ts";
import { PhotoDerivatives } from "./photos/derivatives/photo-derivatives.ts";
import { PhotoAddresses } from "./photos/signed-address.ts";
import { DiskPhotoStore } from "./photos/store/disk-photo-store.ts";
import type { PhotoStore } from "./photos/store/photo-store.ts";
import { S3PhotoStore } from "./photos/store/s3-photo-store.ts";
import { sweepOrphans } from "./photos/sweep-orphans.ts";
import { PlantIdentifier } from "./plant-identification/plant-identifier.ts";
import { PlantnetClient } from "./plant-identification/plantnet-client.ts";
import { DomainError } from "./refusals/domain-error.ts";
import { StaticMapService } from "./static-map/static-map-service.ts";
import { StaticMaps } from "./static-map/static-maps.ts";
import { TileCache } from "./static-map/tile-cache.ts";
import { TileSource } from "./static-map/tile-source.ts";

/** Everything that routes work with. Adapters are made here and nowhere else. */
export type Services = {
  config: Config;
  logger: Logger;
  db: Db;
  verifyToken: TokenVerifier;
  /** Absent with the embedded provider. */
  externalProvider: ExternalProvider | undefined;
  photoStore: PhotoStore;
  photoAddresses: PhotoAddresses;
  photoDerivatives: PhotoDerivatives;
  plantIdentifier: PlantIdentifier;
  staticMaps: StaticMaps;
  uploads: UploadTraffic;
  /** Told after a commit that there is work. */
  jobs: { wake(): void };
  clientConfiguration: ClientConfiguration;
};

/** What an embedded identity provider tells of itself; absent with an external one. */
export type EmbeddedIdentity = { issuer: string; clientId: string; audience: string };

export async function createServices(
  config: Config,
  logger: Logger,
  db: Db,
  identity: { verifyToken: TokenVerifier; embeddedIdentity?: EmbeddedIdentity },
): Promise<Services> {
  const photoStore = await makePhotoStore(config);
  return {
    config,
    logger,
    db,
    verifyToken: identity.verifyToken,
    externalProvider: await findProvider(config, logger),
    photoStore,
    photoAddresses: new PhotoAddresses({
      secret: await getInstallationSecret(db, "photo_address_key"),
      baseUrl: config.publicUrl,
    }),
    photoDerivatives: new PhotoDerivatives({ store: photoStore }),
    plantIdentifier: new PlantIdentifier({ db, client: makePlantnetClient(config) }),
    staticMaps: makeStaticMaps(config),
    uploads: new UploadTraffic(),
    jobs: { wake: () => undefined },
    clientConfiguration: describeToClients(config, identity.embeddedIdentity),
  };
}

async function makePhotoStore(config: Config): Promise<PhotoStore> {
  if (config.photoStore.kind === "disk") return DiskPhotoStore.open(join(config.dataDir, "photos"));
  return S3PhotoStore.open({ ...config.photoStore, spoolFolder: join(config.dataDir, "photos-spool") });
}

async function findProvider({ oidc }: Config, logger: Logger): Promise<ExternalProvider | undefined> {
  if (oidc.externalIssuer === undefined) return undefined;
  return findExternalProvider(oidc.externalIssuer, { logger, alsoAllow: [oidc.logoutUrl] });
}

function makePlantnetClient({ plantnet: { url, apiKey } }: Config): PlantnetClient | undefined {
  return apiKey === undefined ? undefined : new PlantnetClient({ url, apiKey });
}

function makeStaticMaps({ tiles: { url, attribution }, staticMapUrl, publicUrl, dataDir }: Config): StaticMaps {
  const cache = new TileCache({ folder: join(dataDir, "tile-cache") });
  const tiles = new TileSource({ template: url, publicUrl, cache });
  const service = staticMapUrl ? { service: new StaticMapService({ template: staticMapUrl, publicUrl }) } : {};
  return new StaticMaps({ attribution, tiles, ...service });
}

function describeToClients(config: Config, embedded: EmbeddedIdentity | undefined): ClientConfiguration {
  const { oidc } = config;
  return {
    oidc: {
      issuer: embedded?.issuer ?? oidc.externalIssuer ?? config.publicUrl,
      client_id: embedded?.clientId ?? oidc.clientId,
      audience: embedded ? embedded.audience : (oidc.audience ?? null),
      scopes: "openid email profile",
      redirect_uri: `${config.publicUrl}/`,
      sign_out_uri: `${config.publicUrl}/`,
      groups_claim: embedded ? "cognito:groups" : oidc.groupsClaim,
      username_claim: embedded ? "username" : oidc.usernameClaim,
      logout_style: embedded ? "oidc" : oidc.logoutStyle,
      logout_url: embedded ? `${config.publicUrl}/logout` : (oidc.logoutUrl ?? null),
    },
    tile_url: config.tiles.url,
    tile_attribution: config.tiles.attribution,
    // The server asks a service for static maps itself, and keeps its key.
    static_map_url: null,
    plant_id_configured: config.plantnet.apiKey !== undefined,
  };
}

const sweepIntervalMs = 6 * 60 * 60_000;
/** How long thumbnails wait for uploads to pass before they go on all the same. */
const standBackMs = 30_000;

/** Starts what happens after commits, and the sweeping of photos that no row names. */
export function startBackgroundWork(services: Services): { stop: () => Promise<void> } {
  const { db, logger, photoStore, photoDerivatives, plantIdentifier, uploads } = services;
  const worker = startWorker({
    db,
    logger,
    concurrency: 1,
    handlers: {
      "make-derivatives": async ({ id }) => {
        const key = await findPhotoKey(db, String(id));
        if (key === undefined) return;
        await uploads.quiet(standBackMs);
        await photoDerivatives.make(key).catch((error: unknown) => {
          // The bytes stay as they are, so trying again changes nothing; the original is kept.
          if (!(error instanceof DomainError && error.code === "photo_unreadable")) throw error;
          logger.warn({ err: error, dataPoint: id }, "no picture can be made of a photo");
        });
      },
    },
  });
  // A worker of its own: thumbnails do not wait for an answer from elsewhere.
  const identify = makeIdentificationHandler({ db, identifier: plantIdentifier, photoDerivatives });
  const plantWorker = plantIdentifier.isConfigured
    ? startWorker({ db, logger, handlers: { [identifyPlantJob]: identify } })
    : undefined;
  services.jobs.wake = () => {
    worker.wake();
    plantWorker?.wake();
  };
  const sweep = () =>
    sweepOrphans({ store: photoStore, isReferenced: (keys) => findReferencedPhotoKeys(db, keys) }).catch(
      (error: unknown) => logger.error({ err: error }, "sweeping orphaned photos failed"),
    );
  const timer = setInterval(sweep, sweepIntervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all([worker.stop(), plantWorker?.stop()]);
    },
  };
}
