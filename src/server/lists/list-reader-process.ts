import { answerFromProcess } from "../outside-files/answer-from-process.ts";
import { packList } from "./pack-list.ts";
import { readList } from "./read-list.ts";

answerFromProcess(async ({ bytes }: { bytes: Uint8Array }, sendPiece) =>
  packList(await readList(Buffer.from(bytes)), sendPiece),
);
