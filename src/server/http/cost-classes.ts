import { type Call, type CallName, calls } from "../../contract/calls.ts";

/**
 * What a call costs the server: `light` reads or writes a few rows by an index; `search` looks through many; `heavy` answers
 * with as much as there is; `picture` opens a file, or makes a picture first; `outside` waits for a service of others; `upload`
 * brings what was measured, and waits for nobody. How many of each run at once: `call-costs.ts`.
 */
export type CostClass = "light" | "search" | "heavy" | "picture" | "outside" | "upload";

/** All others are light. A list that is asked for whole is light until its first piece, and heavy from there on. */
const costOfCalls: { [Name in CallName]?: CostClass } = {
  // It takes a place of a search itself when it needs the database.
  listQuestClusters: "light",
  searchPlaces: "search",
  listSamples: "search",
  countSamples: "search",
  listNeighbours: "search",
  listAssignments: "search",
  getReviewFigures: "search",
  listDatasets: "search",
  eraseAdventurer: "search",
  exportProtocol: "search",
  exportAdventurer: "heavy",
  getCover: "picture",
  getPhoto: "picture",
  getMapTile: "outside",
  getStaticMap: "outside",
  uploadDataPoint: "upload",
  reviseDataPoint: "upload",
  createUpload: "upload",
  continueUpload: "upload",
  deleteUpload: "upload",
  importRescue: "upload",
  importProtocol: "upload",
  setQuestImage: "upload",
  identifyPlant: "upload",
};

const costs = new Map<Call, CostClass>(
  Object.entries(costOfCalls).map(([name, cost]) => [calls[name as CallName], cost]),
);

/** `query` as the call's schema read it: words or a place among it take a search. */
export function costOf(call: Call, query?: unknown): CostClass {
  const { q, bbox, near } = (query ?? {}) as { q?: unknown; bbox?: unknown; near?: unknown };
  return costs.get(call) ?? (q || bbox || near ? "search" : "light");
}
