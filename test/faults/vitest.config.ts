import { defineConfig } from "vitest/config";

/** Faults around the built server while volunteers upload: `npm run test:faults`. */
export default defineConfig({
  test: {
    name: "faults",
    environment: "node",
    include: ["test/faults/**/*.test.ts"],
    // Most of a round waits for timeouts and restarts.
    maxWorkers: 2,
    testTimeout: 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
