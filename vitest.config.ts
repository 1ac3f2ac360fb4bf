import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { callsThatCodeNames } from "./scripts/calls-plugin.ts";
import { compiledTexts } from "./scripts/compiled-texts.ts";
import { textsInElements } from "./scripts/texts-in-elements-plugin.ts";

const besideTheServer = {
  environment: "node" as const,
  globalSetup: "test/global-setup.ts",
  setupFiles: ["test/server-setup.ts"],
};

/** They need neither PostgreSQL nor the built server: one of them runs without waiting for those. */
const pureFiles = "src/{contract,protocol,texts}/**/*.test.ts";

/** Files that replace a module, or load a package in a special way, which other files must not see. */
const isolatedFiles = "src/{server,identity}/**/*.isolated.test.ts";
const isolatedPages = "src/web/**/*.isolated.test.{ts,tsx}";

const inPages = {
  environment: "jsdom" as const,
  setupFiles: ["test/web-setup.ts"],
  css: { modules: { classNameStrategy: "non-scoped" as const } },
  // More room for short-lived objects, which most are: less work for the garbage collector.
  execArgv: ["--max-semi-space-size=64"],
};
const pagePlugins = () => [compiledTexts(), callsThatCodeNames(), textsInElements(), react()];

/** Files that kill processes and databases, or strain them by size or malice; `npm run test:faults` runs them, with FAULTS=1. */
const faultFiles = "src/server/**/*.faults.test.ts";

/** Tests of dates and times run again on the other side of Greenwich. */
const filesWithDays = ["src/web/ui/dates.test.ts", "src/web/pages/home-page.test.tsx"];

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    // As with journeys: on a busy machine one of thousands of tests may hit a race. It is retried and named at the end.
    retry: process.env.CI ? 1 : 0,
    // Work after an answer, such as an email, may take longer than the default second on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Most tests wait for PostgreSQL and processes: four workers keep two cores busy.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          ...besideTheServer,
          name: "node",
          include: process.env.FAULTS ? [faultFiles] : ["{src/server,src/identity,test,scripts,bench}/**/*.test.ts"],
          exclude: [
            "test/real-photos/**",
            "test/faults/**",
            isolatedFiles,
            ...(process.env.FAULTS ? [] : [faultFiles]),
          ],
          // Sharing modules between files saves a quarter of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          environment: "node",
          setupFiles: ["test/patient-waits.ts", "test/property-seed.ts"],
          name: "node-pure",
          include: [pureFiles],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...besideTheServer, name: "node-isolated", include: [isolatedFiles] },
      },
      {
        extends: true,
        plugins: pagePlugins(),
        test: {
          ...inPages,
          name: "web",
          include: ["src/web/**/*.test.{ts,tsx}"],
          exclude: [isolatedPages],
          isolate: false,
          env: { TZ: "America/Los_Angeles" },
        },
      },
      {
        extends: true,
        plugins: pagePlugins(),
        test: { ...inPages, name: "web-isolated", include: [isolatedPages] },
      },
      {
        extends: true,
        plugins: pagePlugins(),
        test: { ...inPages, name: "web-east", include: filesWithDays, isolate: false, env: { TZ: "Pacific/Auckland" } },
      },
    ],
  },
});
