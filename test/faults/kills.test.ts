import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FaultyServer, makeFaultyServer } from "./faulty-server.ts";
import { amount, randomOf, report, seed } from "./rounds.ts";
import { hashesIn, nothingLost, spreadOf, Volunteers } from "./volunteers.ts";

let server: FaultyServer;

beforeAll(async () => {
  console.log(`FAULT_SEED=${seed}`);
  server = await makeFaultyServer("kills");
  await server.start();
});
afterAll(() => server.remove());

const storedHashes = () => hashesIn(join(server.dataDir, "photos"));
const isReady = async () =>
  (await fetch(`${server.origin}/api/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined))
    ?.status === 200;
async function untilReady(): Promise<number> {
  const startedAt = performance.now();
  // It takes a moment until the failure shows.
  while ((await isReady()) && performance.now() - startedAt < 2_000) await wait(10);
  while (!(await isReady())) {
    if (performance.now() - startedAt > 120_000) throw new Error("the server did not recover");
    await wait(50);
  }
  return performance.now() - startedAt;
}

async function joined(scenario: string): Promise<{ volunteers: Volunteers; random: () => number }> {
  const random = randomOf(scenario);
  const volunteers = new Volunteers(server, random);
  await volunteers.join();
  return { volunteers, random };
}

/** Runs `act` repeatedly at random moments during `uploads`. */
async function during(
  { volunteers, random }: Awaited<ReturnType<typeof joined>>,
  { uploads, times }: { uploads: number; times: number },
  act: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  const acting = (async () => {
    for (let time = 0; time < times; time++) {
      const after = ((time + random()) * uploads) / times;
      while (!isDone && volunteers.receipts.length < after) await wait(5);
      await wait(random() * amount(150, 30));
      if (isDone) return;
      await act();
    }
  })();
  await volunteers.upload(uploads, 8);
  isDone = true;
  await acting;
}

it("kill -9 of everything at random moments loses nothing acknowledged, and duplicates nothing", async () => {
  const scenario = await joined("kills");
  const { volunteers } = scenario;
  const startsMs: number[] = [];
  await during(scenario, { uploads: amount(300, 32), times: amount(30, 2) }, async () => {
    await server.killEverything();
    startsMs.push(await server.start());
  });
  const compared = await volunteers.compare(await storedHashes());
  const pictures = await volunteers.seePictures();
  report("kill -9 of everything", {
    kills: startsMs.length,
    uploads: volunteers.receipts.length,
    ...compared,
    pictures,
    readyMs: spreadOf(startsMs),
    waitedMs: spreadOf(volunteers.waitedMs),
    seen: volunteers.seen,
  });
  expect(startsMs.length).toBeGreaterThan(0);
  expect(compared).toEqual(nothingLost);
  expect(pictures).toBe(volunteers.receipts.length);
});

it("PostgreSQL killed under load restarts, and the server continues", async () => {
  const scenario = await joined("postgres");
  const { volunteers } = scenario;
  const recoveriesMs: number[] = [];
  await during(scenario, { uploads: amount(300, 32), times: amount(20, 2) }, async () => {
    await server.killPostgres(recoveriesMs.length % 2 === 0 ? "SIGKILL" : "SIGQUIT");
    recoveriesMs.push(await untilReady());
  });
  const compared = await volunteers.compare(await storedHashes());
  report("PostgreSQL killed", {
    kills: recoveriesMs.length,
    uploads: volunteers.receipts.length,
    ...compared,
    recoveryMs: spreadOf(recoveriesMs),
    waitedMs: spreadOf(volunteers.waitedMs),
    seen: volunteers.seen,
  });
  expect(server.isRunning()).toBe(true);
  expect(compared).toEqual(nothingLost);
  const statuses = Object.keys(volunteers.seen).map((what) => what.slice(0, 3));
  expect(statuses.filter((status) => status !== "201" && status !== "503" && status !== "no ")).toEqual([]);
});

it("clients that stall, drip or lie about lengths block no one, and nothing of theirs is kept", async () => {
  const { volunteers } = await joined("bad clients");
  const count = amount(50, 10);
  const before = (await storedHashes()).size;
  const token = await server.signIn("bob");
  const head = (length: number) =>
    [
      `POST /api/adventurers/bob/quests/${volunteers.questId}/data/uploads?data_type=image HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "Content-Type: multipart/form-data; boundary=b",
      `Content-Length: ${length}`,
      "\r\n",
    ].join("\r\n");
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20_000, 7)]);
  const answers: Record<string, number> = {};
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const open = (kind: string, first: (socket: Socket) => void) => {
    const socket = connect(server.port, "127.0.0.1", () => first(socket));
    socket.on("error", () => undefined);
    socket.on("data", (text) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1];
      if (status) answers[`${kind}: ${status}`] = (answers[`${kind}: ${status}`] ?? 0) + 1;
    });
    sockets.push(socket);
  };
  for (let index = 0; index < count; index++) {
    open("stalls", (socket) => socket.write(head(1_000_000) + part));
    open("drips", (socket) => {
      socket.write(head(1_000_000) + part);
      timers.push(setInterval(() => socket.write("x"), 100));
    });
    open("says more than it sends", (socket) => {
      socket.write(head(1_000_000) + part);
      socket.end(photo);
    });
    open("says less than it sends", (socket) => {
      socket.write(head(200) + part);
      socket.write(photo);
    });
    open("goes away", (socket) => {
      socket.write(head(1_000_000) + part);
      socket.write(photo, () => socket.destroy());
    });
  }
  await wait(500);
  await volunteers.upload(amount(100, 16), 8);
  const compared = await volunteers.compare(await storedHashes());
  for (const timer of timers) clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  await wait(1_000);
  const pictures = await volunteers.seePictures();
  // Three files per photo: original, display and thumbnail. Partial uploads are deleted.
  const added = (await storedHashes()).size - before;
  report("clients that stall, drip and lie", {
    badClients: 5 * count,
    uploads: volunteers.receipts.length,
    ...compared,
    answers,
    waitedMs: spreadOf(volunteers.waitedMs),
    seen: volunteers.seen,
  });
  expect(volunteers.seen).toEqual({ "201": volunteers.receipts.length });
  expect(compared).toEqual(nothingLost);
  expect(pictures).toBe(volunteers.receipts.length);
  expect(added).toBeLessThanOrEqual(volunteers.receipts.length + 2 * pictures);
});

it("a thousand idle connections block no one", async () => {
  const { volunteers } = await joined("idle");
  const sockets = await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve));
      return socket;
    }),
  );
  await volunteers.upload(amount(100, 16), 8);
  const open = sockets.filter(({ closed }) => !closed).length;
  for (const socket of sockets) socket.destroy();
  const compared = await volunteers.compare(await storedHashes());
  report("1,000 idle connections", {
    open,
    uploads: volunteers.receipts.length,
    ...compared,
    waitedMs: spreadOf(volunteers.waitedMs),
    seen: volunteers.seen,
  });
  expect(volunteers.seen).toEqual({ "201": volunteers.receipts.length });
  expect(compared).toEqual(nothingLost);
});

it("killing one of several processes loses nothing, and all photos are shown", async () => {
  await server.remove();
  server = await makeFaultyServer("processes", { PROCESSES: "2" });
  await server.start();
  const scenario = await joined("processes");
  const { volunteers, random } = scenario;
  let kills = 0;
  await during(scenario, { uploads: amount(300, 32), times: amount(30, 2) }, async () => {
    await server.killOneProcess(random);
    kills += 1;
  });
  await untilReady();
  const compared = await volunteers.compare(await storedHashes());
  const pictures = await volunteers.seePictures();
  report("one of two processes and a worker killed", {
    kills,
    uploads: volunteers.receipts.length,
    ...compared,
    pictures,
    waitedMs: spreadOf(volunteers.waitedMs),
    seen: volunteers.seen,
  });
  expect(server.isRunning()).toBe(true);
  expect(kills).toBeGreaterThan(0);
  expect(compared).toEqual(nothingLost);
  expect(pictures).toBe(volunteers.receipts.length);
});
