import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyServer, makeFaultyServer } from "./faulty-server.ts";
import { amount, randomOf, report, seed } from "./rounds.ts";
import { SmallDisks } from "./small-disks.ts";
import { hashesIn, nothingLost, spreadOf, Volunteers } from "./volunteers.ts";

/** The server rejects anything that would use these. */
const keptFreeBytes = 500_000_000;

const whyNot = SmallDisks.whyNot();
if (whyNot) console.warn(`NOT RUN: a full disk: ${whyNot}`);

describe.skipIf(whyNot !== undefined)("a full disk", () => {
  const disks = new SmallDisks();
  let server: FaultyServer;

  beforeAll(async () => {
    console.log(`FAULT_SEED=${seed}`);
    server = await makeFaultyServer("full-disk");
    // Large enough for all photos of both rounds, so that only the filler fills it.
    await disks.mount(join(server.dataDir, "photos"), keptFreeBytes + amount(1_000_000_000, 256_000_000));
    await disks.mount(join(server.dataDir, "postgres"), 400_000_000);
    await server.start();
  });
  afterAll(async () => {
    await server?.stop();
    disks.unmountAll();
    await server?.remove();
  });

  /** Repeatedly fills the disk of a folder for a while, under load. */
  async function fill(scenario: string, folder: string, meanwhile: () => Promise<void> = async () => {}) {
    const random = randomOf(scenario);
    const volunteers = new Volunteers(server, random);
    await volunteers.join();
    const spells = amount(5, 1);
    let isDone = false;
    const filling = (async () => {
      for (let spell = 0; spell < spells; spell++) {
        await wait(300 + random() * 700);
        const goOn = await fillDisk(folder);
        await wait(1_000);
        await meanwhile();
        await wait(amount(20_000, 4_000) + random() * 1_000);
        await goOn();
      }
      isDone = true;
    })();
    await volunteers.upload(amount(60, 16), 8);
    while (!isDone) {
      await volunteers.upload(4, 4);
      await wait(400);
    }
    await filling;
    const compared = await volunteers.compare(await hashesIn(join(server.dataDir, "photos")));
    const pictures = await volunteers.seePictures();
    report(scenario, {
      spells,
      uploads: volunteers.receipts.length,
      ...compared,
      pictures,
      waitedMs: spreadOf(volunteers.waitedMs),
      seen: volunteers.seen,
    });
    expect(server.isRunning()).toBe(true);
    expect(compared).toEqual(nothingLost);
    expect(pictures).toBe(volunteers.receipts.length);
    return volunteers;
  }

  it("for photos is answered 507, and uploads work again once there is space", async () => {
    const { seen } = await fill("the photos' disk is full", join(server.dataDir, "photos"));
    const statuses = Object.keys(seen).map((what) => what.slice(0, 3));
    expect(statuses.sort()).toEqual(["201", "507"]);
  });

  it("for the database is answered 507 or 503, and PostgreSQL is back once there is space", async () => {
    // While its disk is full, it can't restart either.
    const { seen } = await fill("the database's disk is full", join(server.dataDir, "postgres"), () =>
      server.killPostgres("SIGKILL"),
    );
    const statuses = Object.keys(seen).map((what) => what.slice(0, 3));
    expect(statuses.filter((status) => !["201", "507", "503"].includes(status))).toEqual([]);
    expect(statuses.length).toBeGreaterThan(1);
  });
});

/** Fills the disk completely; returns a function that frees it. */
async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "filler");
  const filler = await open(path, "w");
  let isFilling = true;
  const filling = (async () => {
    while (isFilling) {
      const { bavail, bsize } = await statfs(folder);
      const bytes = Math.min(bavail * bsize, 4_000_000);
      await filler.write(Buffer.alloc(Math.max(1, bytes), 1)).catch(() => undefined);
      if (bytes < 4_000_000) await wait(50);
    }
  })();
  return async () => {
    isFilling = false;
    await filling;
    await filler.close();
    await rm(path);
  };
}
