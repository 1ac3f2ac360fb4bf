import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeS3, startFakeS3 } from "../fake-s3.ts";
import { s3Settings } from "../s3-settings.ts";
import { type FaultyServer, makeFaultyServer } from "./faulty-server.ts";
import { amount, randomOf, report, seed } from "./rounds.ts";
import { type StoreWeather, startStoreProxy } from "./store-proxy.ts";
import { nothingLost, spreadOf, Volunteers } from "./volunteers.ts";

let s3: FakeS3;
let proxy: Awaited<ReturnType<typeof startStoreProxy>>;
let server: FaultyServer;

beforeAll(async () => {
  console.log(`FAULT_SEED=${seed}`);
  s3 = await startFakeS3();
  proxy = await startStoreProxy(s3.endpoint);
  server = await makeFaultyServer("store", {
    ...s3Settings({ ...s3, endpoint: proxy.endpoint }),
    JOB_POLL_SECONDS: "1",
  });
  await server.start();
});
afterAll(async () => {
  await server?.remove();
  await proxy?.close();
  await s3?.close();
});

it("a store that answers 500, slowly or not at all loses nothing, and is used again once it recovers", async () => {
  const random = randomOf("store");
  const volunteers = new Volunteers(server, random);
  await volunteers.join();
  const weathers: StoreWeather[] = ["answers 500", "slow", "gone", "silent"];
  const rounds = amount(4, 1);
  let isDone = false;
  const changing = (async () => {
    for (let round = 0; round < rounds * weathers.length; round++) {
      await wait(400 + random() * 600);
      proxy.set(weathers[round % weathers.length] ?? "well");
      await wait(amount(4_000, 2_500) + random() * 1_000);
      proxy.set("well");
    }
    isDone = true;
  })();
  await volunteers.upload(amount(160, 24), 8);
  while (!isDone) await volunteers.upload(8, 8);
  await changing;
  const hashes = new Set([...s3.objects.values()].map(({ bytes }) => createHash("sha256").update(bytes).digest("hex")));
  const compared = await volunteers.compare(hashes);
  const pictures = await volunteers.seePictures();
  report("the store of photos in a bad way", {
    spells: rounds * weathers.length,
    uploads: volunteers.receipts.length,
    ...compared,
    pictures,
    waitedMs: spreadOf(volunteers.waitedMs),
    seen: volunteers.seen,
  });
  expect(compared).toEqual(nothingLost);
  expect(pictures).toBe(volunteers.receipts.length);
  const statuses = Object.keys(volunteers.seen).map((what) => what.slice(0, 3));
  expect(statuses.filter((status) => status !== "201" && status !== "503")).toEqual([]);
});
