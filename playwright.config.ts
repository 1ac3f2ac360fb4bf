import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { requireChromium } from "./scripts/chromium.ts";

/** A clearing beside the Skyline Drive. */
const geolocation = { latitude: 38.51834, longitude: -78.43701, accuracy: 7 };

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  // Four times as many pixels take time, and matter only in screenshots.
  deviceScaleFactor: process.env.SCREENS === "1" ? 2 : 1,
};

/**
 * Chromium's own address bar is a page that takes up to half a core, and no journey uses it. Only the last switch of this name
 * counts, so the features that Playwright turns off are repeated.
 */
const disabledFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI"],
  ...["ThirdPartyStoragePartitioning", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...[
    "OptimizationHints",
    "LensOverlay",
    "MediaRouter",
    "AimEnabled",
    "PreconnectToSearch",
    "NetworkTimeServiceQuerying",
  ],
];

const phoneAtClearing = { ...phone, geolocation, permissions: ["geolocation"] };

const desktop = {
  viewport: { width: 1440, height: 900 },
  // West of Greenwich, a date parsed as an instant is the day before.
  timezoneId: "America/Los_Angeles",
  geolocation,
  permissions: ["geolocation"],
};

/** What is asked of screens, each once. */
const screensOnce = /\/(every-screen|phone-edges|layout-shift)\.spec\.ts$/;

/**
 * `npm run screens` takes screenshots of every screen, `npm run test:screens` checks each once, `npm run test:faults`
 * kills browser and server, `npm run test:engines` takes WebKit and Firefox, `npm run test:deployments` sets Cairn up in other ways, `npm run test:photos` repeats a journey
 * with real photographs, `npm test` runs the journeys.
 */
const notJourneys = [
  /\/e2e\/(deployments|engines|faults)\//,
  screensOnce,
  ...(process.env.SCREENS === "1" ? [] : [/\/screens\.spec\.ts$/]),
];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "e2e/cairn-server.ts",
  outputDir: "test-results",
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Journeys also wait, for the server and on purpose: three keep two cores busy.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // On a busy machine one of hundreds of journeys may hit a race. It is retried and named at the end.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    // Playwright can't see a service worker's requests; offline tests allow it.
    serviceWorkers: "block",
    actionTimeout: 30_000,
    // Traces slow every test; `--trace retain-on-failure` records them.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: requireChromium(),
      args: [
        "--no-sandbox",
        // A tone instead of a microphone, without a question.
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${disabledFeatures.join(",")}`,
        // Only the server under test is reachable, so map tiles never load.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      testIgnore: [/\.desktop\.spec\.ts$/, ...notJourneys],
      use: phoneAtClearing,
    },
    {
      name: "desktop",
      testIgnore: [/\.phone\.spec\.ts$/, ...notJourneys],
      use: desktop,
    },
    { name: "deployments", testMatch: /\/deployments\/.*\.spec\.ts$/, use: desktop },
    { name: "faults", testMatch: /\/faults\/.*\.spec\.ts$/, use: phoneAtClearing },
    // They start browsers of their own, each as busy as a journey in Chromium.
    {
      name: "engines",
      testMatch: /\/engines\/.*\.spec\.ts$/,
      testIgnore: process.env.SCREENS === "1" ? [] : /looks\.spec\.ts$/,
      workers: 2,
    },
    { name: "screens", testMatch: screensOnce, use: phoneAtClearing },
    // Last, because it changes what screens show.
    { name: "photos", testMatch: /\/journey\.phone\.spec\.ts$/, use: phoneAtClearing },
  ],
});
