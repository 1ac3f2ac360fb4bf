import { recordsOf } from "../lists/read-csv.ts";
import { answerFromProcess } from "../outside-files/read-apart.ts";
import { readStations } from "./station-file-rules.ts";

answerFromProcess(({ bytes }: { bytes: Uint8Array }) => readStations(recordsOf(Buffer.from(bytes))));
