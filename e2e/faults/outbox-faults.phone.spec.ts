import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import getPort from "get-port";
import type { QuestDataPoint } from "../../src/contract/data-points.ts";
import type { Quest } from "../../src/contract/quests.ts";
import { seededRandom, startFaultProxy } from "../../test/fault-proxy.ts";
import { expect, signIn, test } from "../harness.ts";
import { inOutbox, serveOutbox } from "../outbox-page.ts";
import { makeKillableServer } from "./killable-server.ts";

/** `npm run test:faults` sets 200; a seed that failed can be given again. */
const pointCount = Number(process.env.FAULT_POINTS ?? 20);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const isLong = pointCount > 50;
const killCount = isLong ? 10 : 2;
const reloadCount = isLong ? 20 : 4;
const deadlineMs = isLong ? 25 * 60_000 : 3 * 60_000;
const faultShare = 0.35;
const photoBytes = 200_000;

const questName = "Bark and Girth of the Blue Ridge";

test(`${pointCount} points arrive once each over a line that drops, delays, cuts and repeats, while server and page are killed`, async ({
  browser,
}) => {
  test.setTimeout(deadlineMs * 2);
  console.log(`FAULT_SEED=${seed} FAULT_POINTS=${pointCount}`);
  const random = seededRandom(seed);
  const upstreamPort = await getPort({ host: "127.0.0.1" });
  const proxy = await startFaultProxy({
    upstreamPort,
    seed,
    suffers: (path) => path.startsWith("/api/adventurers/") || path.startsWith("/api/uploads"),
  });
  const url = `http://localhost:${proxy.port}`;
  const server = await makeKillableServer({ port: upstreamPort, publicUrl: url });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  try {
    await server.start();
    await serveOutbox(context);
    const page = await context.newPage();
    await signIn(page, "bob");
    const tokenOf = () => page.evaluate(() => localStorage.getItem("jwt"));
    const call = async <Answer>(path: string, method = "GET"): Promise<Answer> => {
      const headers = { authorization: `Bearer ${await tokenOf()}` };
      // Past the proxy: what the server has, whatever the line is like.
      const response = await fetch(`http://localhost:${upstreamPort}/api${path}`, { method, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    const found = (await call<Quest[]>("/quests")).find(({ quest_name }) => quest_name === questName);
    if (!found) throw new Error("no quest");
    const quest = { id: found.id, name: found.quest_name, protocolVersion: found.protocol_version ?? 0 };
    await call(`/adventurers/bob/quests/${quest.id}/sign-up`, "POST");
    const listPoints = () => call<QuestDataPoint[]>(`/adventurers/bob/quests/${quest.id}/data`);
    const before = new Set((await listPoints()).map(({ id }) => id));

    proxy.startFaults(faultShare);
    const saved: { id: string; sha256: string }[] = [];
    const killsEvery = reloadCount / killCount;
    for (let round = 0; round < reloadCount; round++) {
      const count = Math.round(((round + 1) * pointCount) / reloadCount) - saved.length;
      saved.push(
        ...(await inOutbox(
          page,
          (outbox, { quest, count, photoBytes }) => outbox.savePoints("bob", quest, { count, photoBytes }),
          { quest, count, photoBytes },
        )),
      );
      await page.waitForTimeout(300 + random() * 2_000);
      if (Math.floor((round + 1) / killsEvery) > Math.floor(round / killsEvery)) {
        await server.kill();
        await page.waitForTimeout(random() * 1_000);
        await server.start();
      }
      await page.reload();
    }
    expect(saved).toHaveLength(pointCount);

    /** With why they wait, for whoever reads that it failed. */
    const listWaiting = () =>
      inOutbox(
        page,
        async (outbox) => {
          // An impatient volunteer: the pauses are tested elsewhere.
          outbox.sendNow();
          return (await outbox.listRecords("bob")).flatMap(({ state, attempts, problem }) =>
            state === "delivered" ? [] : [{ state, attempts, problem }],
          );
        },
        undefined,
      );
    await expect.poll(listWaiting, { timeout: deadlineMs, intervals: [2_000] }).toEqual([]);
    // What was repeated late has had its time.
    await page.waitForTimeout(5_000);

    console.log(JSON.stringify(proxy.counts));
    const arrived = (await listPoints()).filter(({ id }) => !before.has(id));
    const inOrder = (points: readonly { id: string; sha256: string | null }[]) =>
      points.map(({ id, sha256 }) => ({ id, sha256 })).sort((one, other) => one.id.localeCompare(other.id));
    expect(inOrder(arrived)).toEqual(inOrder(saved));
    const stored = await hashesIn(join(server.dataDir, "photos"));
    expect(saved.filter(({ sha256 }) => !stored.has(sha256))).toEqual([]);
    expect(Object.values(proxy.counts)).not.toContain(0);
  } finally {
    await context.close();
    await server.remove();
    await proxy.close();
  }
});

/** The SHA-256 of every file of a photo store; what is not whole yet does not count. */
async function hashesIn(folder: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.endsWith(".incoming")) continue;
    hashes.add(
      createHash("sha256")
        .update(await readFile(join(entry.parentPath, entry.name)))
        .digest("hex"),
    );
  }
  return hashes;
}
