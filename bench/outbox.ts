import { randomBytes } from "node:crypto";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { inOutbox, serveOutbox } from "../e2e/outbox-page.ts";
import { requireChromium } from "../scripts/chromium.ts";
import { phone, signInAs } from "./browser.ts";
import { type CairnServer, inOwnPlace, joinQuest, root, startCairn } from "./servers.ts";
import { printRow, spread } from "./spread.ts";

/**
 * The outbox in a phone window in Chromium: from the tap to "Saved on this phone" with a throttled processor, 200
 * waiting data points with photos of 2 MB, and one photo over a slow connection that breaks every 20 s.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const listRounds = Math.min(5, rounds);
const throttle = Number(process.env.BENCH_THROTTLE ?? 4);
const waitingCount = Number(process.env.BENCH_WAITING ?? 200);
const linePhotoBytes = Number(process.env.BENCH_LINE_BYTES ?? 1_000_000);
/** 50 kbit/s. */
const lineBytesPerSecond = 6_250;
const breakEveryMs = 1_000 * Number(process.env.BENCH_BREAK_SECONDS ?? 20);
const lineTimeoutMs = 15 * 60_000;

/** A noise JPEG of roughly this size. */
async function makePhoto(bytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt(bytes / 1.43));
  const raw = { width: side, height: side, channels: 3 as const };
  return sharp(randomBytes(side * side * 3), { raw })
    .jpeg({ quality: 82, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

type MeasuredQuest = { id: number; name: string; protocolVersion: number };

async function findQuest(server: CairnServer, id: number): Promise<MeasuredQuest> {
  const answer = await fetch(`${server.origin}/api/quests/${id}`);
  const { name, protocol_version } = (await answer.json()) as { name: string; protocol_version: number };
  return { id, name, protocolVersion: protocol_version };
}

async function openPhone(browser: Browser, server: CairnServer, baseURL = server.origin): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    ...phone,
    geolocation: { latitude: 38.5, longitude: -78.4, accuracy: 6 },
    permissions: ["geolocation"],
    serviceWorkers: "block",
  });
  // tsx adds calls of this helper to functions, also in the page.
  await context.addInitScript("globalThis.__name = (named) => named");
  await serveOutbox(context);
  await signInAs(context, "bob", server.password);
  return context;
}

/** Milliseconds from the tap to the frame with the message. Uploads get no answer meanwhile. */
async function tapToSaved(page: Page, photo: Buffer): Promise<number> {
  await page.locator('input[name="file"]').setInputFiles({ name: "tree.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByLabel(/circumference/i).fill("120");
  await page.waitForTimeout(3_000);
  await page.evaluate(() => {
    document.addEventListener(
      "click",
      () => {
        const tappedAtMs = performance.now();
        const look = () => {
          const isSaved = [...document.querySelectorAll('[role="status"]')].some((status) =>
            status.textContent?.includes("Saved on this phone"),
          );
          if (isSaved) setTimeout(() => Object.assign(window, { savedAfterMs: performance.now() - tappedAtMs }));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  await page.getByRole("button", { name: "Add Data Point" }).click();
  const saved = await page.waitForFunction(() => (window as unknown as { savedAfterMs?: number }).savedAfterMs);
  return (await saved.jsonValue()) ?? Number.NaN;
}

async function measureTaps(browser: Browser, server: CairnServer, questId: number): Promise<void> {
  const context = await openPhone(browser, server);
  const photo = await makePhoto(5_000_000);
  await context.route("**/data/uploads**", () => {});
  const taps: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`/quests/${questId}/data`);
    await page.getByText(/± 6 m/).first().waitFor();
    await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    const tookMs = await tapToSaved(page, photo);
    if (round >= 0) taps.push(tookMs);
    await page.close();
  }
  const megabytes = (photo.length / 1e6).toFixed(1);
  printRow([`tap to saved, photo of ${megabytes} MB, processor throttled ${throttle} times`, `${spread(taps, 0)} ms`]);
  await context.close();
}

async function measureWaiting(browser: Browser, server: CairnServer, quest: MeasuredQuest): Promise<void> {
  const context = await openPhone(browser, server);
  await context.route("**/data/uploads**", () => {});
  const page = await context.newPage();
  await page.goto("/profile");
  let bytes = 0;
  for (let index = 0; index < waitingCount; index += 10) {
    const saved = await inOutbox(
      page,
      (outbox, { quest, count }) => outbox.savePoints("bob", quest, { count, photoBytes: 3_300_000 }),
      { quest, count: Math.min(10, waitingCount - index) },
    );
    bytes += saved.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
  await page.close();
  const opened: number[] = [];
  const heaps: number[] = [];
  for (let round = 0; round < listRounds; round++) {
    const list = await context.newPage();
    const session = await context.newCDPSession(list);
    await session.send("Performance.enable");
    await list.goto("/profile");
    const link = list.getByRole("link", { name: /^\d+ waiting$/ });
    await link.waitFor();
    const startedMs = performance.now();
    await link.click();
    await list.getByText("Waiting", { exact: true }).first().waitFor();
    opened.push(performance.now() - startedMs);
    await list.mouse.wheel(0, 20_000);
    await list.waitForTimeout(3_000);
    const { metrics } = await session.send("Performance.getMetrics");
    heaps.push((metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 1e6);
    await list.close();
  }
  const held = `${waitingCount} waiting, ${(bytes / 1e6).toFixed(0)} MB of photos`;
  printRow([`${held}: from the tap on the header's link to the list`, `${spread(opened, 0)} ms`]);
  printRow([`${held}: heap of the page with the list`, `${spread(heaps, 0)} MB`]);
  await context.close();
}

/** Counts the bytes uploaded to the server. */
async function startCounter(upstreamPort: number) {
  const counted = { bytes: 0 };
  const server = createServer((client) => {
    const upstream = connect(upstreamPort, "localhost");
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    client.on("data", (bytes) => {
      counted.bytes += bytes.length;
    });
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port");
  return { counted, port: address.port, close: () => server.close() };
}

async function measureSlowLine(browser: Browser, server: CairnServer, quest: MeasuredQuest): Promise<void> {
  const counter = await startCounter(Number(new URL(server.origin).port));
  const context = await openPhone(browser, server);
  for (const address of ["**/data/uploads**", "**/api/uploads/**"]) {
    await context.route(address, async (route) => {
      const url = new URL(route.request().url());
      url.port = String(counter.port);
      await route.continue({ url: url.href });
    });
  }
  const page = await context.newPage();
  await page.goto("/profile");
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const line = { latency: 100, downloadThroughput: lineBytesPerSecond, uploadThroughput: lineBytesPerSecond };
  const setOffline = (offline: boolean) => session.send("Network.emulateNetworkConditions", { ...line, offline });
  await inOutbox(page, () => undefined, undefined);
  await setOffline(false);
  const [saved] = await inOutbox(
    page,
    (outbox, { quest, photoBytes }) => outbox.savePoints("bob", quest, { count: 1, photoBytes }),
    { quest, photoBytes: linePhotoBytes / 0.6 },
  );
  if (!saved) throw new Error("nothing was saved");
  const startedMs = performance.now();
  let breaks = 0;
  while (performance.now() - startedMs < lineTimeoutMs) {
    const state = await inOutbox(
      page,
      async (outbox, localId) => (await outbox.listRecords("bob")).find((each) => each.localId === localId)?.state,
      saved.localId,
    );
    if (state === "delivered") break;
    if (state === "refused") throw new Error("the server refused the data point");
    if (performance.now() - startedMs > (breaks + 1) * breakEveryMs) {
      breaks += 1;
      await setOffline(true);
      await wait(1_000);
      await setOffline(false);
    }
    await wait(500);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const lineSeconds = saved.sizeBytes / lineBytesPerSecond;
  const photo = `photo of ${(saved.sizeBytes / 1e6).toFixed(1)} MB over 50 kbit/s, ${breaks} breaks`;
  printRow([`${photo}: bytes sent over bytes of the photo`, (counter.counted.bytes / saved.sizeBytes).toFixed(2)]);
  printRow([`${photo}: time over that of an unbroken line`, (seconds / lineSeconds).toFixed(2)]);
  await context.close();
  counter.close();
}

await inOwnPlace(async (place) => {
  const server = await startCairn("ours", root, place);
  const questId = await joinQuest(server, "bob", await server.signIn("bob"));
  const quest = await findQuest(server, questId);
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
    ],
  });
  try {
    console.log(`Median (lowest to highest) of ${rounds} rounds, of ${listRounds} for the list; the slow line once.\n`);
    printRow(["what", "figure"]);
    printRow(["---", "---"]);
    await measureTaps(browser, server, questId);
    await measureWaiting(browser, server, quest);
    await measureSlowLine(browser, server, quest);
  } finally {
    await browser.close();
  }
});
