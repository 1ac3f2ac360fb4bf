import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { OutsideFiles } from "../outside-files/outside-files.ts";
import { listFile } from "./save-list.ts";

it("a file that takes too much memory ends its reader alone", async () => {
  const files = new OutsideFiles({ heapMegabytes: 60 });
  const read = (text: string) =>
    files.read(listFile, async () => ({ bytes: Buffer.from(text) }), {
      sender: { person: "ann", organization: 1 },
      connection: Object.assign(new EventEmitter(), { closed: false }),
    });
  // Parsed in one go: a thread that runs out of memory there takes the server along.
  const names = Array.from({ length: 500_000 }, (_, at) => `"${at}a":0`).join(",");
  const tooLarge = { code: "request_too_large", message: /takes too long/ };
  await expect(read(`{"features":[{"properties":{${names}}}]}`)).rejects.toMatchObject(tooLarge);
  expect((await read("code,label\na,A\n")).answer.rows).toBe(1);
});
