import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../database/connection.ts";
import type { FromClusterer, ToClusterer } from "./clusterer.ts";
import { FilteredPlaces } from "./filtered-places.ts";
import { PlaceClusters, placeOf } from "./place-clusters.ts";
import { loadQuests } from "./quest-map-queries.ts";

// The program of a clusterer's thread: it reads the quests, lets go of the database, and answers until it is ended.

const { connectionString } = workerData as { connectionString: string };
const database = openDatabase(connectionString, { applicationName: "cairn map", maxConnections: 1 });
const { version, quests } = await loadQuests(database.db);
await database.close();
const all = new PlaceClusters(quests.map(({ marker }) => placeOf(marker)));
const some = new FilteredPlaces(quests);

const say = (message: FromClusterer) => parentPort?.postMessage(message);
parentPort?.on("message", (message: ToClusterer) => {
  if (message.type === "hits") return some.keepHits(message.words, message.ids);
  const { id, filter, box, zoom } = message;
  say({ type: "spots", id, spots: filter ? some.spotsIn(filter, box, zoom) : all.spotsIn(box, zoom) });
});
say({ type: "loaded", version });
