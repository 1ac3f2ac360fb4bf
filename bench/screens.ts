import { setTimeout as wait } from "node:timers/promises";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "@playwright/test";
import { requireChromium } from "../scripts/chromium.ts";
import { desktop, phone, signInAs } from "./browser.ts";
import { type CairnServer, fillServer, inOwnPlace, root, startCairn } from "./servers.ts";
import { printRow, spread } from "./spread.ts";

/**
 * Screens on a server with many quests, each in a new page: time to the first row, longest main-thread task, number of
 * elements, and JavaScript memory 1.5 s later. BENCH_QUESTS sets the quests, with ten data points each; BENCH_ROUNDS
 * the rounds; BENCH_THROTTLE slows the processor.
 */
const quests = Number(process.env.BENCH_QUESTS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const throttle = Number(process.env.BENCH_THROTTLE ?? 4);
/** The worker updates its counts every minute. */
const settleSeconds = Number(process.env.BENCH_SETTLE_SECONDS ?? 65);

type Screen = { of: string; path: string; as?: "bob" | "admin"; row: string };

const screensOf = (first: number): Screen[] => [
  { of: "Home", path: "/", row: "article" },
  { of: "largest quest", path: `/quests/${first}`, row: "h1" },
  { of: "10,000 own data points", path: `/quests/${first}/data`, as: "bob", row: "ol > li" },
  { of: "contributions", path: "/contributions", as: "bob", row: "li img, li time, li dl" },
  { of: "profile", path: "/profile", as: "bob", row: "h1" },
  { of: "quests of administrators", path: "/admin_dashboard", as: "admin", row: "tbody tr" },
  { of: "applications", path: "/admin_dashboard/applications", as: "admin", row: "tbody tr" },
  { of: "datasets", path: "/admin_dashboard/datasets", as: "admin", row: "tbody tr" },
  { of: "samples", path: "/admin_dashboard/samples", as: "admin", row: "tbody tr, li a" },
  { of: "review team", path: "/admin_dashboard/review", as: "admin", row: "tbody tr" },
  { of: "settings, 500 organizations", path: "/admin_dashboard/settings", as: "admin", row: "tbody tr" },
];

type Look = { shownMs: number; longestTaskMs: number; elements: number; heapMb: number };

/** A string, because tsx would add calls of a helper that the page lacks. */
const watchLongTasks = `
  window.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, duration);
  }).observe({ entryTypes: ["longtask"] });`;

await inOwnPlace(async (place) => {
  const server = await startCairn("screens", root, place);
  const seeded = await fillServer(server, { quests, points: quests * 10 });
  await wait(settleSeconds * 1000);
  console.log(`${quests} quests with ten data points each; ${rounds} rounds; median (lowest to highest).\n`);
  printRow(["device", "screen", "first row, ms", "longest task, ms", "elements", "JavaScript, MB"]);
  printRow(Array.from({ length: 6 }, () => "---"));
  const browser = await chromium.launch({ executablePath: requireChromium() });
  try {
    await lookAtAll(browser, server, seeded.quests.first);
  } finally {
    await browser.close();
  }
});

async function lookAtAll(browser: Browser, server: CairnServer, first: number): Promise<void> {
  const devices: [string, BrowserContextOptions, number][] = [
    ["desktop", desktop, 1],
    [`phone, 1/${throttle} of the processor`, phone, throttle],
  ];
  for (const [device, options, slower] of devices) {
    for (const who of [undefined, "bob", "admin"] as const) {
      const context = await browser.newContext({ ...options, baseURL: server.origin, serviceWorkers: "block" });
      await context.addInitScript(watchLongTasks);
      if (who) await signInAs(context, who, server.password);
      for (const screen of screensOf(first)) {
        if (screen.as !== who) continue;
        const looks: Look[] = [];
        for (let round = 0; round < rounds; round++) looks.push(await look(context, screen, slower));
        printRow([
          device,
          screen.of,
          spread(
            looks.map(({ shownMs }) => shownMs),
            0,
          ),
          spread(
            looks.map(({ longestTaskMs }) => longestTaskMs),
            0,
          ),
          spread(
            looks.map(({ elements }) => elements),
            0,
          ),
          spread(
            looks.map(({ heapMb }) => heapMb),
            1,
          ),
        ]);
      }
      await context.close();
    }
  }
}

async function look(context: BrowserContext, { path, row }: Screen, slower: number): Promise<Look> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const askedAtMs = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("main").locator(row).first().waitFor();
  const shownMs = performance.now() - askedAtMs;
  await page.waitForTimeout(1_500);
  const longestTaskMs = Number(await page.evaluate("window.longestTaskMs"));
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  await page.close();
  return { shownMs, longestTaskMs, elements, heapMb: usedSize / 1e6 };
}
