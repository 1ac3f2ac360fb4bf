import { defineConfig } from "vitest/config";

/**
 * Tests on photos of real cameras in the folder CAIRN_PHOTOS: `CAIRN_PHOTOS=… npx vitest run --config
 * test/real-photos/vitest.config.ts`.
 */
export default defineConfig({
  test: {
    name: "real photos",
    environment: "node",
    include: ["test/real-photos/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
