import type { FileProgram } from "../outside-files/read-apart.ts";
import type { ListFacts } from "./pack-list.ts";

/** Reads the file of a list. Its pieces are rows of `list_items` as JSON. */
export const listFile: FileProgram<{ bytes: Uint8Array }, ListFacts> = {
  from: import.meta.url,
  name: "list-reader-process",
  tooMuchWork: "request_too_large.file",
  tooMuchMemory: "request_too_large.file",
};
