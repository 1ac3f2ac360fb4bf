import { answerFromProcess } from "../outside-files/read-apart.ts";
import { packList, readList } from "./read-list.ts";

answerFromProcess(async ({ bytes }: { bytes: Uint8Array }, sendPiece) =>
  packList(await readList(Buffer.from(bytes)), sendPiece),
);
