import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findStation } from "./station-queries.ts";

/**
 * A data point belongs to a station of its quest, and was measured before the station was retired.
 * @param capturedAt by the server's clock; null if unknown
 * @throws DomainError `station_not_found`, `station_retired`
 */
export async function requireStation(
  db: Db,
  { questId, stationId }: { questId: number; stationId: number | undefined },
  capturedAt: Date | null,
): Promise<void> {
  if (stationId === undefined) return;
  const station = await findStation(db, { questId, stationId });
  if (!station) throw new DomainError("station_not_found", { field: "station_id" });
  const isLater = capturedAt === null || (station.retired_at !== null && capturedAt > station.retired_at);
  if (station.retired_at && isLater) throw new DomainError("station_retired", { field: "station_id" });
}
