import { LRUCache } from "lru-cache";
import type { PointSpot } from "../../contract/results.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { Box } from "../evidence/boxes.ts";
import { KeptNewest } from "../quest-map/kept-newest.ts";
import { PlacesInColumns } from "../quest-map/places-in-columns.ts";
import { findMapVersion, type PublicQuest, readPublishedPlaces } from "./published-queries.ts";

/** The places kept of all quests together, 24 bytes each. */
const keptPlacesMax = 2_000_000;
/** All levels: data points of one square have the same position. */
const maxClusterZoom = 30;

/** Everybody sees the same first view. */
const keptViewsMax = 20;

class KeptPoints {
  readonly #views = new LRUCache<string, PointSpot[]>({ max: keptViewsMax });

  constructor(readonly places: PlacesInColumns) {}

  spotsIn(box: Box, zoom: number): PointSpot[] {
    const key = JSON.stringify([box, zoom]);
    const known = this.#views.get(key);
    if (known) return known;
    const spots = this.places.spotsIn(box, zoom, {
      markerOf: (_row, [latitude, longitude]): PointSpot => ({
        coordinates: [latitude, longitude],
        count: 1,
        box: [longitude, latitude, longitude, latitude],
      }),
      maxClusterZoom,
    });
    this.#views.set(key, spots);
    return spots;
  }
}

/** The positions of published data points in memory, of the quests whose maps were last looked at. */
export class PointMaps {
  readonly #db: Db;
  readonly #logger: DatabaseLogger;
  readonly #kept = new LRUCache<string, KeptNewest<KeptPoints>>({ maxSize: keptPlacesMax });

  constructor({ db, logger }: { db: Db; logger: DatabaseLogger }) {
    this.#db = db;
    this.#logger = logger;
  }

  /** @param quest as it is now: what was read with another precision isn't shown */
  async spotsIn(quest: PublicQuest, box: Box, zoom: number): Promise<PointSpot[]> {
    const key = `${quest.id} ${quest.precision}`;
    const kept = this.#kept.get(key) ?? this.#open(quest);
    const { content } = await kept.find();
    this.#kept.set(key, kept, { size: content.places.length + 1 });
    return content.spotsIn(box, zoom);
  }

  #open(quest: PublicQuest): KeptNewest<KeptPoints> {
    const findVersion = () => findMapVersion(this.#db, quest.id);
    return new KeptNewest({
      findVersion,
      read: async () => {
        const version = await findVersion();
        const { latitudes, longitudes } = await readPublishedPlaces(this.#db, quest);
        return { version, content: new KeptPoints(new PlacesInColumns(latitudes, longitudes)) };
      },
      logger: this.#logger,
      failure: "the data points could not be read for their map",
      lookEveryMs: 0,
      restTimes: 10,
    });
  }
}
