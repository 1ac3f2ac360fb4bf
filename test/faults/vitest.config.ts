import { defineConfig } from "vitest/config";

/** Faults around the built server while volunteers upload: `npm run test:faults`. */
export default defineConfig({
  test: {
    name: "faults",
    environment: "node",
    include: ["test/faults/**/*.test.ts"],
    // One server at a time, so that measurements don't interfere.
    fileParallelism: false,
    testTimeout: 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
