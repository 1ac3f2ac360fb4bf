import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packetsOf, recordingWith, timesIn } from "../../../../test/recordings.ts";
import { judgeAudio } from "../../../contract/field-files/judge-audio.ts";
import type { AudioFormat } from "../../database/column-types.ts";
import { FileWindow } from "../formats/file-window.ts";
import { copyWithoutMetadata } from "./recording-copies.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-recordings-"));
});
afterAll(() => rm(folder, { recursive: true }));

let written = 0;
async function onDisk<T>(bytes: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  written += 1;
  const path = join(folder, String(written));
  await writeFile(path, bytes);
  return use(path);
}
const copyOf = async (format: AudioFormat, bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await onDisk(bytes, (path) => copyWithoutMetadata(path, format)));
const judge = (format: AudioFormat, bytes: Buffer) =>
  onDisk(bytes, async (path) => {
    await using file = await FileWindow.open(path);
    return await judgeAudio(format, file);
  });

const told = { words: "+47.1234+008.5678/Ada Wildes", at: new Date("2026-05-06T07:08:09Z") };
const others = { words: "-12.9876-101.4321/Bo Bosworth", at: new Date("2019-10-11T12:13:14Z") };

describe("the public copy of a recording", () => {
  it.each<AudioFormat>(["mp4", "webm", "ogg", "mp3"])(
    "[CALL-47] of %s holds no byte of its position, time or author, and the same sound",
    async (format) => {
      const original = recordingWith(format, told);
      const before = await judge(format, original);
      expect(original.includes(told.words)).toBe(true);
      if (format !== "mp3") expect(timesIn(told.at).some((time) => original.includes(time))).toBe(true);

      const copy = await copyOf(format, original);
      for (let at = 0; at + 8 <= told.words.length; at++) {
        expect(copy.includes(told.words.slice(at, at + 8), 0, "latin1"), `letters from ${at}`).toBe(false);
      }
      for (const time of timesIn(told.at)) expect(copy.includes(time)).toBe(false);
      expect(copy.includes(timesIn(new Date())[0]?.subarray(0, 2) as Buffer)).toBe(false);

      expect(packetsOf(format, original).length).toBeGreaterThan(1_000);
      expect(packetsOf(format, copy)).toEqual(packetsOf(format, original));
      const after = await judge(format, copy);
      if (before.kind !== "sound" || after.kind !== "sound") throw new Error(`${before.kind}, then ${after.kind}`);
      // The first frame of an MP3 has no sound.
      expect(Math.abs((after.seconds ?? 0) - (before.seconds ?? 0))).toBeLessThan(0.05);
      expect(await copyOf(format, recordingWith(format, others))).toEqual(copy);
    },
  );

  it("holds no metadata of an Ogg's later parts, and isn't made where their headers are among the packets", async () => {
    const part = recordingWith("ogg", told);
    const chained = Buffer.concat([part, part]);
    expect((await copyOf("ogg", chained)).includes(told.words)).toBe(false);

    // Neither the end of the first part nor the beginning of the second is marked.
    const endless = Buffer.from(part);
    endless[endless.lastIndexOf("OggS", undefined, "latin1") + 5] = 0;
    const unmarked = Buffer.from(part);
    unmarked[5] = 0;
    const joined = Buffer.concat([endless, unmarked]);
    expect(await judge("ogg", joined)).toMatchObject({ kind: "sound" });
    await expect(copyOf("ogg", joined)).rejects.toMatchObject({ fault: "unreadable" });
  });

  it("isn't made of what only looks like a recording", async () => {
    for (const format of ["mp4", "webm", "ogg", "mp3"] as const) {
      const cut = recordingWith(format, told).subarray(0, 300);
      await expect(copyOf(format, cut)).rejects.toMatchObject({ fault: "unreadable" });
    }
  });
});
