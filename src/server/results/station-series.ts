import { stationSeriesMax } from "../../contract/limits.ts";
import type { PublicStation, StationSeries } from "../../contract/stations.ts";
import type { Db } from "../database/connection.ts";
import { getQuestToExport } from "../datasets/dataset-queries.ts";
import { writtenAt } from "../local-time.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findStation, type StationOfQuest } from "../stations/station-queries.ts";
import { requirePublicQuest } from "./get-results.ts";
import { makeSeries } from "./make-series.ts";
import { publicVersionsOf, publishFew } from "./publish-points.ts";
import * as queries from "./series-queries.ts";

/** What the team may see. @throws DomainError `quest_not_found`, `station_not_found` */
export async function getSeries(db: Db, which: StationOfQuest): Promise<StationSeries> {
  const { versions } = await getQuestToExport(db, which.questId);
  const station = await findPlace(db, which);
  const points = await queries.listMeasured(db, which, stationSeriesMax + 1);
  return { station, ...makeSeries(versions, points.map(atPlace(station))) };
}

/** What everybody may see. @throws DomainError `results_hidden`; `station_not_found` without public data points */
export async function getPublicSeries(db: Db, which: StationOfQuest): Promise<StationSeries> {
  const { precision } = await requirePublicQuest(db, which.questId);
  await publishFew(db, which.questId);
  const points = await queries.listPublicMeasured(db, which, stationSeriesMax + 1);
  if (points.length === 0) throw new DomainError("station_not_found");
  const versions = await publicVersionsOf(db, which.questId, precision);
  const station = await findPlace(db, which);
  return { station, ...makeSeries(versions, points.map(atPlace(station))) };
}

/** Times with the station's offset, so that their days are those of the station. */
const atPlace =
  (station: StationSeries["station"]) =>
  (point: queries.MeasuredPoint): queries.MeasuredPoint => ({ ...point, at: writtenAt(new Date(point.at), station) });

/** @throws DomainError `results_hidden` */
export async function listPublicStations(db: Db, questId: number): Promise<PublicStation[]> {
  await requirePublicQuest(db, questId);
  await publishFew(db, questId);
  return queries.listPublicStations(db, questId);
}

async function findPlace(db: Db, which: StationOfQuest): Promise<StationSeries["station"]> {
  const found = await findStation(db, which);
  if (!found) throw new DomainError("station_not_found");
  const { retired_at: _, ...place } = found;
  return place;
}
