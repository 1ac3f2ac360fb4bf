import type { FileProgram } from "../outside-files/read-apart.ts";
import type { ReadStations } from "./station-file-rules.ts";

/** Reads a file of stations. */
export const stationFile: FileProgram<{ bytes: Uint8Array }, ReadStations> = {
  from: import.meta.url,
  name: "station-reader-process",
  tooMuchWork: "request_too_large.file",
  tooMuchMemory: "request_too_large.file",
};
