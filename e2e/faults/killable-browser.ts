import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type LaunchOptions } from "@playwright/test";

type Place = { latitude: number; longitude: number; accuracy: number };

/** A phone browser with a persistent profile: reopened after a kill, it has its stored data. */
export async function makeKillableBrowser(baseURL: string, launchOptions: LaunchOptions) {
  const profile = await mkdtemp(join(tmpdir(), "cairn-profile-"));
  let context: BrowserContext | undefined;
  return {
    /** Opens the app's first page, as its icon does. */
    async open(geolocation: Place) {
      context = await chromium.launchPersistentContext(profile, {
        ...launchOptions,
        baseURL,
        geolocation,
        permissions: ["geolocation"],
        locale: "en-US",
        timezoneId: "UTC",
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        serviceWorkers: "allow",
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto("/");
      return page;
    },
    /** Whether local storage on the disk has this text: Chromium may write it only a minute later. */
    async hasWritten(text: string): Promise<boolean> {
      const folder = join(profile, "Default", "Local Storage", "leveldb");
      const files = await readdir(folder).catch(() => []);
      const contents = await Promise.all(files.map((file) => readFile(join(folder, file)).catch(() => undefined)));
      return contents.some((bytes) => bytes?.includes(text));
    },
    /** Simulates an empty battery. */
    async kill(): Promise<void> {
      const browser = context?.browser();
      if (!context || !browser) throw new Error("no browser is open");
      const devTools = await browser.newBrowserCDPSession();
      const { processInfo } = await devTools.send("SystemInfo.getProcessInfo");
      const own = processInfo.find(({ type }) => type === "browser");
      if (!own) throw new Error("a browser without a process");
      const closed = new Promise((resolve) => context?.once("close", resolve));
      process.kill(own.id, "SIGKILL");
      await closed;
    },
    async remove(): Promise<void> {
      await context?.close().catch(() => {});
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
