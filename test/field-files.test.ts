import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AudioInspection, PdfInspection } from "../src/server/photos/formats/file-inspections.ts";
import { DomainError } from "../src/server/refusals/domain-error.ts";
import { findChosenFault } from "../src/web/capture/fields/find-chosen-fault.ts";
import { makeMp3, makeMp4, makeOgg, makeWebm } from "./make-audio.ts";
import { makePdf } from "./make-pdf.ts";
import { recordingWith } from "./recordings.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-field-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const told = { words: "", at: new Date(0) };
const recordings = (["webm", "ogg", "mp4", "mp3"] as const).map((format) => recordingWith(format, told));
const whole: Record<"audio" | "file", Buffer[]> = {
  audio: [...recordings, makeWebm(), makeOgg(), makeMp4(), makeMp3()],
  file: [makePdf(), makePdf(70_000)],
};

const codes: Readonly<Record<string, string>> = {
  audio_unsupported: "unsupported",
  audio_unreadable: "damaged",
  audio_too_long: "too_long",
  file_unsupported: "unsupported",
  file_unreadable: "damaged",
};

async function serverFaultOf(kind: "audio" | "file", bytes: Buffer, pieceBytes: number): Promise<string | undefined> {
  const path = join(folder, "received");
  writeFileSync(path, bytes);
  const inspection = new { audio: AudioInspection, file: PdfInspection }[kind]();
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) inspection.push(bytes.subarray(at, at + pieceBytes));
    await inspection.finish(path);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return codes[error.code] ?? error.code;
    throw error;
  }
}

const phoneFaultOf = (kind: "audio" | "file", bytes: Buffer) =>
  findChosenFault(kind, new File([new Uint8Array(bytes)], "chosen"));

it("phone and server take whole recordings and PDFs", async () => {
  for (const kind of ["audio", "file"] as const) {
    for (const bytes of whole[kind]) {
      expect(await phoneFaultOf(kind, bytes)).toBeUndefined();
      expect(await serverFaultOf(kind, bytes, 65_536)).toBeUndefined();
    }
  }
  expect(await phoneFaultOf("audio", makeWebm({ seconds: 320 }))).toBe("too_long");
  expect(await phoneFaultOf("audio", makeWebm({ codec: "A_VORBIS" }))).toBe("unsupported");
});

it("[VALID-16] phone and server agree about files that were cut, changed or are of another kind", async () => {
  const anyFile = fc.constantFrom(...whole.audio, ...whole.file);
  const damage = fc.record({
    kind: fc.constantFrom("audio" as const, "file" as const),
    file: anyFile,
    keep: fc.double({ min: 0, max: 1, noNaN: true }),
    // Most downloads that break off lack a part of the end only.
    lacking: fc.nat(40),
    changed: fc.option(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255))),
    after: fc.option(fc.uint8Array({ maxLength: 20 })),
    pieceBytes: fc.integer({ min: 1, max: 65_536 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ kind, file, keep, lacking, changed, after, pieceBytes }) => {
      const length = keep > 0.5 ? file.length - lacking : Math.floor(file.length * keep * 2);
      const bytes = Buffer.concat([file.subarray(0, length), after ?? Buffer.alloc(0)]);
      if (changed) bytes[Math.floor(bytes.length * changed[0])] = changed[1];
      expect(await phoneFaultOf(kind, bytes)).toEqual(await serverFaultOf(kind, bytes, pieceBytes));
    }),
    { numRuns: 500 },
  );
});

it("a PDF without its end is damaged wherever it was cut", async () => {
  const pdf = makePdf(3_000);
  // The end is whole without its last line break.
  for (let length = 8; length < pdf.length - 1; length++)
    expect(await phoneFaultOf("file", pdf.subarray(0, length)), `after ${length} bytes`).toBe("damaged");
});
