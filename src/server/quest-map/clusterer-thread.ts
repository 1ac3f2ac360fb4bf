import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../database/connection.ts";
import type { FromClusterer, ToClusterer } from "./clusterer.ts";
import { PlaceClusters } from "./place-clusters.ts";
import { loadPlaces } from "./quest-map-queries.ts";

// The program of a clusterer's thread: it reads the quests, lets go of the database, and answers until it is ended.

const { connectionString } = workerData as { connectionString: string };
const database = openDatabase(connectionString, { applicationName: "cairn map", maxConnections: 1 });
const { version, places } = await loadPlaces(database.db);
await database.close();
const clusters = new PlaceClusters(places);

const say = (message: FromClusterer) => parentPort?.postMessage(message);
parentPort?.on("message", ({ id, box, zoom }: ToClusterer) => {
  say({ type: "spots", id, spots: clusters.spotsIn(box, zoom) });
});
say({ type: "loaded", version });
