import { type Call, type CallName, calls } from "../../contract/calls.ts";

/**
 * The cost of a call: `light` uses an index for a few rows; `search` looks through many; `heavy` returns everything;
 * `picture` opens a file or makes it first; `outside` waits for another service; `upload` never waits. See
 * `call-costs.ts` for the limits.
 */
export type CostClass = "light" | "search" | "heavy" | "picture" | "outside" | "upload";

/** All others are light. A whole list is light up to its first piece, and heavy from there on. */
const costOfCalls: { [Name in CallName]?: CostClass } = {
  // It becomes a search if it needs the database.
  listQuestClusters: "light",
  searchPlaces: "search",
  listSamples: "search",
  countSamples: "search",
  listNeighbours: "search",
  listAssignments: "search",
  getReviewFigures: "search",
  getQuestProgress: "search",
  countAudiences: "search",
  sendAnnouncement: "search",
  listReports: "search",
  listDatasets: "search",
  eraseAdventurer: "search",
  exportProtocol: "search",
  exportAdventurer: "heavy",
  getCover: "picture",
  getPicture: "picture",
  getSound: "picture",
  getPhoto: "picture",
  getFile: "picture",
  getFileCopy: "picture",
  getMapTile: "outside",
  getMapArea: "search",
  getMapFileTile: "picture",
  getStaticMap: "outside",
  uploadDataPoint: "upload",
  reviseDataPoint: "upload",
  createUpload: "upload",
  continueUpload: "upload",
  deleteUpload: "upload",
  importRescue: "upload",
  importProtocol: "upload",
  createList: "upload",
  renewList: "upload",
  getList: "search",
  listOwnStations: "search",
  listStations: "search",
  importStations: "upload",
  getStationSeries: "search",
  listPublicStations: "search",
  getPublicStationSeries: "search",
  createPicture: "upload",
  copySamplePhoto: "picture",
  createSound: "upload",
  setQuestImage: "upload",
  identifyPlant: "upload",
};

const costs = new Map<Call, CostClass>(
  Object.entries(costOfCalls).map(([name, cost]) => [calls[name as CallName], cost]),
);

/** @param query parsed; words or places make the call a search */
export function costOf(call: Call, query?: unknown): CostClass {
  const { q, bbox, near } = (query ?? {}) as { q?: unknown; bbox?: unknown; near?: unknown };
  return costs.get(call) ?? (q || bbox || near ? "search" : "light");
}
