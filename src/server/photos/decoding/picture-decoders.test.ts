import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePhoto } from "../../../../test/make-photo.ts";
import { outageOf } from "../../refusals/outages.ts";
import { decodeBytesOf } from "./decode-task.ts";
import { ByteBudget, DecoderError } from "./decoder.ts";
import { PictureDecoders } from "./picture-decoders.ts";

let folder: string;
let photo: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-decoders-"));
  photo = join(folder, "photo");
  await writeFile(photo, await makePhoto({ width: 320, height: 240, orientation: 6 }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A decoder that records its process id and, once it may decode, runs `decode`. */
async function decodersWith(decode: string, options: { timeoutMs?: number; processes?: number } = {}) {
  const program = join(folder, `${Math.random()}.mjs`);
  await writeFile(
    program,
    `import { appendFileSync, readFileSync } from "node:fs";
     appendFileSync("${program}.pids", process.pid + "\\n");
     const starts = readFileSync("${program}.pids", "utf8").trim().split("\\n").length;
     const judged = { type: "done", result: { width: starts, height: 1 }, rssBytes: 1 };
     process.on("disconnect", () => process.exit());
     process.on("message", async ({ type, task }) => {
       if (type === "task") return process.send({ type: "needs", bytes: 1000 });
       ${decode}
     });`,
  );
  const decoders = new PictureDecoders({ processes: 1, program, ...options });
  const pids = async () => (await readFile(`${program}.pids`, "utf8")).trim().split("\n").map(Number);
  return { decoders, pids };
}

const hasEnded = (pid: number | undefined) =>
  vi.waitFor(() => expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH"), { timeout: 10_000 });

describe("decoder processes", () => {
  it("check a photo, and make its sizes", async () => {
    const decoders = new PictureDecoders();
    expect(await decoders.judge(photo)).toMatchObject({ width: 320, height: 240 });
    const { display, thumbnail } = await decoders.render(photo);
    expect(await sharp(display).metadata()).toMatchObject({ format: "jpeg", width: 240, height: 320 });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 200, height: 200 });
  });

  it("tell faults of the photo from faults of its file", async () => {
    const noise = join(folder, "noise");
    await writeFile(noise, Buffer.alloc(5000, 0xa5));
    const decoders = new PictureDecoders();
    await expect(decoders.judge(noise)).rejects.toMatchObject({ fault: "unreadable" });
    await expect(decoders.judge(join(folder, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("are killed and replaced when they take too long", async () => {
    const { decoders, pids } = await decodersWith("if (starts === 1) for (;;); process.send(judged);", {
      // Its replacement must start within this time as well, on a busy machine.
      timeoutMs: 5_000,
    });
    await expect(decoders.judge(photo)).rejects.toMatchObject({ fault: "takes_too_long" });
    const [stuck] = await pids();
    await hasEnded(stuck);
    expect(await decoders.judge(photo)).toMatchObject({ width: 2 });
  });

  it("blame the photo if they crash, but not if they are killed from outside", async () => {
    const crashing = await decodersWith('process.kill(process.pid, "SIGSEGV");');
    await expect(crashing.decoders.judge(photo)).rejects.toMatchObject({ fault: "unreadable" });
    const { decoders } = await decodersWith(
      'if (starts === 1) process.kill(process.pid, "SIGKILL"); else process.send(judged);',
    );
    const error = await decoders.judge(photo).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DecoderError);
    expect(outageOf(error)).toBe("unavailable.pictures");
    expect(await decoders.judge(photo)).toMatchObject({ width: 2 });
  });

  it("are reused for the next photo, and get none of our settings", async () => {
    process.env.DATABASE_URL ??= "";
    const { decoders, pids } = await decodersWith(
      'process.send("DATABASE_URL" in process.env ? { type: "fault", fault: "unreadable" } : judged);',
    );
    for (let round = 0; round < 3; round++) await decoders.judge(photo);
    expect(await pids()).toHaveLength(1);
  });

  it("check new photos first, because somebody waits", async () => {
    const { decoders } = await decodersWith("setTimeout(() => process.send(judged), 50);");
    const order: string[] = [];
    await Promise.all([
      decoders.render(photo).then(() => order.push("first")),
      decoders.render(photo).then(() => order.push("picture")),
      decoders.judge(photo).then(() => order.push("judged")),
    ]);
    expect(order).toEqual(["first", "judged", "picture"]);
  });
});

describe("the memory of all decoding", () => {
  it("stays within the budget, in the order of the requests", async () => {
    const budget = new ByteBudget(100);
    const order: string[] = [];
    const take = async (name: string, bytes: number) => {
      const giveBack = await budget.take(bytes);
      order.push(name);
      return giveBack;
    };
    const first = await take("first", 60);
    const large = take("large", 80);
    const small = take("small", 40);
    await Promise.resolve();
    expect(order).toEqual(["first"]);
    first();
    (await large)();
    (await small)();
    await take("all of it", 1_000_000);
    expect(order).toEqual(["first", "large", "small", "all of it"]);
  });

  it("can be a share of the whole, for several processes", async () => {
    const busy = join(folder, "busy");
    const { decoders } = await decodersWith(
      `const { existsSync, rmSync, writeFileSync } = await import("node:fs");
       if (existsSync("${busy}")) return process.send({ type: "fault", fault: "unreadable" });
       writeFileSync("${busy}", "");
       setTimeout(() => { rmSync("${busy}"); process.send(judged); }, 500);`,
      { processes: 2 },
    );
    decoders.limitMemory(1500);
    await Promise.all([decoders.judge(photo), decoders.judge(photo)]);
  });

  it("counts the whole image if it can't be decoded by rows", () => {
    const size = { width: 10_000, height: 10_000, samplesPerPixel: 3, bytesPerSample: 2 };
    const whole = decodeBytesOf({ ...size, format: "png", isInterlaced: true });
    expect(whole).toBeGreaterThan(600_000_000);
    expect(decodeBytesOf({ ...size, format: "png", isInterlaced: false })).toBeLessThan(100_000_000);
    const jpeg = { ...size, format: "jpeg", bytesPerSample: 1, samplesPerPixel: 1.5 } as const;
    expect(decodeBytesOf({ ...jpeg, isInterlaced: true })).toBeGreaterThan(300_000_000);
    expect(decodeBytesOf({ ...jpeg, isInterlaced: false })).toBeLessThan(100_000_000);
  });
});
