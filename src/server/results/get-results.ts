import { sql } from "kysely";
import type * as z from "zod/mini";
import type {
  PointSpot,
  PublicPoint,
  pointSpotQuerySchema,
  publicPointQuerySchema,
  QuestResults,
} from "../../contract/results.ts";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import { allFields } from "../../protocol/places.ts";
import type { Db } from "../database/connection.ts";
import type { Part, PartRequest } from "../database/list-parts.ts";
import { mapPart } from "../database/list-parts.ts";
import { getQuestToExport } from "../datasets/dataset-queries.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { PointMaps } from "./point-maps.ts";
import { openedOf, publishFew } from "./publish-points.ts";
import * as queries from "./published-queries.ts";
import { type CountedPoints, PointSummary } from "./summarize-points.ts";

/** What is kept of a quest for its results page. */
type Summary = CountedPoints & Pick<QuestResults, "closed_fields">;

/** Larger quests are summarized by the worker: a reader gets what it made last. */
const summarizedAtOnceMax = 2_000;

/** @throws DomainError `results_hidden` */
export async function requirePublicQuest(db: Db, questId: number): Promise<queries.PublicQuest> {
  const quest = await queries.findPublicQuest(db, questId);
  if (!quest) throw new DomainError("results_hidden");
  return quest;
}

/**
 * A quest's public results.
 * @throws DomainError `results_hidden`
 */
export async function getResults(db: Db, questId: number): Promise<QuestResults> {
  const {
    quest_name,
    language,
    translations,
    organization,
    target,
    precision: positions,
  } = await requirePublicQuest(db, questId);
  await publishFew(db, questId);
  const { summary, made_at } = await currentSummary(db, questId);
  const { people, ...figures } = summary;
  return {
    quest_id: questId,
    quest_name,
    language,
    translations,
    organization,
    target,
    positions,
    as_of: made_at,
    ...figures,
    contributors: await queries.findNamed(db, people),
  };
}

async function currentSummary(db: Db, questId: number): Promise<{ summary: Summary; made_at: string }> {
  const { summary, made_at, isCurrent } = await queries.findSummary<Summary>(db, questId);
  if (summary && made_at && (isCurrent || summary.accepted > summarizedAtOnceMax)) return { summary, made_at };
  return { summary: await makeSummary(db, questId), made_at: new Date().toISOString() };
}

/** Counts all published data points of a quest, and keeps the result. */
async function makeSummary(db: Db, questId: number): Promise<Summary> {
  // Read first: a change meanwhile makes the summary outdated.
  const { changes } = await queries.findSummary(db, questId);
  const quest = await requirePublicQuest(db, questId);
  const { versions } = await getQuestToExport(db, questId);
  const opened = await openedOf(db, versions, quest.precision);
  const counted = new PointSummary(opened);
  for await (const points of queries.readPublished(db, questId)) {
    for (const point of points) counted.add(point);
  }
  const summary = { ...counted.finish(), closed_fields: countAsked(versions) - countAsked(opened) };
  await queries.putSummary(db, quest, changes, summary);
  return summary;
}

/** Makes the summaries of quests whose data points have changed. */
export async function refreshSummaries(db: Db): Promise<void> {
  for (const questId of await queries.findOutdatedSummaries(db)) await makeSummary(db, questId);
}

/** The questions of the newest version. */
const countAsked = ([newest]: readonly NumberedProtocol[]): number =>
  allFields(newest?.protocol.fields ?? []).filter(({ kind }) => kind !== "note" && kind !== "group").length;

/**
 * A part of a quest's public data points, newest day first.
 * @throws DomainError `results_hidden`
 */
export async function listPublicPoints(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  questId: number,
  part: PartRequest & Pick<z.infer<typeof publicPointQuerySchema>, "bbox">,
): Promise<Part<PublicPoint>> {
  await requirePublicQuest(db, questId);
  await publishFew(db, questId);
  return mapPart(await queries.listPublished(db, questId, part), (point) => describePoint(point, photoAddresses));
}

/**
 * A quest's public data points on a map.
 * @throws DomainError `results_hidden`
 */
export async function listPointSpots(
  { db, pointMaps }: { db: Db; pointMaps: PointMaps },
  questId: number,
  { bbox: [west, south, east, north], zoom }: z.infer<typeof pointSpotQuerySchema>,
): Promise<PointSpot[]> {
  const quest = await requirePublicQuest(db, questId);
  await publishFew(db, questId);
  return pointMaps.spotsIn(quest, { west, south, east, north }, zoom);
}

/** What is public of these data points; `waiting` are about to be. */
export async function findPublicPoints(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  questId: number,
  ids: readonly string[],
): Promise<{ isPublic: boolean; points: Map<string, PublicPoint>; waiting: Set<string> }> {
  if (!(await queries.findPublicQuest(db, questId))) return { isPublic: false, points: new Map(), waiting: new Set() };
  await publishFew(db, questId);
  // Both are read at one moment: what is published meanwhile still waits here.
  const { published, accepted, unfinished } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => ({
      published: await queries.readPublishedAfter(tx, questId, {
        after: undefined,
        conditions: [sql`p.id = ANY (${ids}::uuid[])`],
        limit: ids.length,
      }),
      accepted: await queries.findAccepted(tx, questId, ids),
      unfinished: await queries.findWaitingForCopies(tx, questId, ids),
    }));
  const points = new Map(
    published.map(({ adventurer_id: _, ...point }) => [point.id, describePoint(point, photoAddresses)]),
  );
  const waiting = new Set([...accepted.filter((id) => !points.has(id)), ...unfinished]);
  return { isPublic: true, points, waiting };
}

function describePoint(point: queries.CreditedPoint, addresses: PhotoAddresses): PublicPoint {
  const { latitude, longitude, files, station_id: _, station, ...rest } = point;
  return {
    ...rest,
    ...(station && { station }),
    coordinates: latitude === null || longitude === null ? null : [latitude, longitude],
    files: files.map(({ id, key, kind }) => ({
      key,
      kind,
      address: addresses.sign(id, kind === "photo" ? "display" : "copy"),
      thumbnail: kind === "photo" ? addresses.sign(id, "thumbnail") : null,
    })),
  };
}
