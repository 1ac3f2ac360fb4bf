import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { citationFormats } from "../../contract/desk-enums.ts";
import type { Release, ReleaseDetail } from "../../contract/releases.ts";
import type { Identity } from "../auth/identity.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { JobSignal } from "../jobs/job-signal.ts";
import { sendStored } from "../photos/send-stored.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Config } from "../settings/config.ts";
import { hasTeamRole } from "../teams/require-team-role.ts";
import type { ArchiveClient } from "./archive-client.ts";
import { citationIn, citationTypes } from "./citations.ts";
import { citationAddress, citeInApa, describeRelease, fileAddress, releaseAddress } from "./described-release.ts";
import {
  findRelease,
  type KnownRelease,
  listReleaseFiles,
  listReleases,
  type ReleaseId,
  releaseFileKey,
} from "./release-queries.ts";
import { enterDoi, requestDeposit, requestRelease, withdrawRelease } from "./release-steps.ts";

type Services = {
  db: Db;
  jobs: JobSignal;
  photoStore: PhotoStore;
  archive: ArchiveClient | undefined;
  config: Pick<Config, "publicUrl">;
};

export function releaseRoutes(app: FastifyInstance, services: Services): void {
  const { db, config, photoStore } = services;

  implementCall(app, calls.publishRelease, {
    allow: "coordinator",
    handle: ({ params, body, identity: { username } }) => requestRelease(services, params.id, { ...body, username }),
  });

  implementCall(app, calls.listReleases, {
    allow: "visitor",
    handle: async ({ params, identity }) => {
      const releases = await listReleases(db, params.id);
      const isOfTeam = await seesDeposits(db, identity, releases);
      return releases.map(({ content, ...release }) => (isOfTeam ? release : withoutDeposit(release)));
    },
  });

  implementCall(app, calls.getRelease, {
    allow: "visitor",
    handle: async ({ params, identity }) => {
      const release = await getRelease(services, idOf(params));
      return (await seesDeposits(db, identity, [release])) ? release : withoutDeposit(release);
    },
  });

  implementCall(app, calls.getReleaseFile, {
    allow: "visitor",
    handle: async ({ params, request, reply }) => {
      const file = (await listReleaseFiles(db, idOf(params))).find(({ name }) => name === params.name);
      if (!file) throw new DomainError("not_found.file");
      const { name, media_type: mediaType, bytes, sha256 } = file;
      // Withdrawn files must not come from a cache.
      reply.header("cache-control", "no-cache").header("etag", `"${sha256}"`);
      if (request.headers["if-none-match"] === `"${sha256}"`) return reply.code(304).send();
      return sendStored({ request, reply }, photoStore, {
        key: releaseFileKey(sha256),
        bytes,
        mediaType,
        contentDisposition: `attachment; filename="${name}"`,
      });
    },
  });

  implementCall(app, calls.getReleaseCitation, {
    allow: "visitor",
    handle: async ({ params, query, reply }) => {
      const release = await requireRelease(db, idOf(params));
      if (!release.content || release.published_at === null) throw new DomainError("release_not_found");
      const described = describeRelease(release, release.content, new Date(release.published_at), config.publicUrl);
      const files = await listReleaseFiles(db, idOf(params));
      return reply.type(citationTypes[query.format]).send(citationIn(query.format, described, files, config.publicUrl));
    },
  });

  implementCall(app, calls.withdrawRelease, {
    allow: "coordinator",
    handle: async ({ params, body }) => {
      await withdrawRelease(services, idOf(params), body.reason);
      return getRelease(services, idOf(params));
    },
  });

  implementCall(app, calls.setReleaseDoi, {
    allow: "coordinator",
    handle: async ({ params, body }) => {
      await enterDoi(db, idOf(params), body.doi);
      return getRelease(services, idOf(params));
    },
  });

  implementCall(app, calls.depositRelease, {
    allow: "coordinator",
    handle: async ({ params }) => {
      await requestDeposit(services, idOf(params));
      return getRelease(services, idOf(params));
    },
  });
}

const idOf = ({ id, number }: { id: number; number: number }): ReleaseId => ({ questId: id, number });

const withoutDeposit = <R extends Release>({ deposit, ...release }: R): Omit<R, "deposit"> => release;

/** Those who may deposit a release. */
async function seesDeposits(db: Db, identity: Identity | undefined, releases: readonly Release[]): Promise<boolean> {
  const deposited = releases.find(({ deposit }) => deposit);
  return deposited !== undefined && (await hasTeamRole(db, identity, "coordinator", deposited.quest_id));
}

/** @throws DomainError `release_not_found` */
async function requireRelease(db: Db, id: ReleaseId): Promise<KnownRelease> {
  const release = await findRelease(db, id);
  if (!release) throw new DomainError("release_not_found");
  return release;
}

/** @throws DomainError `release_not_found` */
async function getRelease({ db, config: { publicUrl } }: Services, id: ReleaseId): Promise<ReleaseDetail> {
  const release = await requireRelease(db, id);
  const { content, published_at: publishedAt } = release;
  const described = content && publishedAt && describeRelease(release, content, new Date(publishedAt), publicUrl);
  const files = await listReleaseFiles(db, id);
  return {
    ...release,
    citation: described ? citeInApa(described) : null,
    citations: described
      ? citationFormats.map((format) => ({ format, address: citationAddress(publicUrl, id, format) }))
      : [],
    address: releaseAddress(publicUrl, id),
    files: files.map((file) => ({ ...file, address: fileAddress(publicUrl, id, file.name) })),
  };
}
