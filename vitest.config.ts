import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { answerSchemas } from "./scripts/answer-schemas-plugin.ts";
import { compiledTexts } from "./scripts/compiled-texts.ts";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // What is done beside an answer, such as a mail, takes longer on a busy machine than the default second.
    expect: { poll: { timeout: 20_000 } },
    // Most of them wait for PostgreSQL and for processes: two share one core well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["{src/contract,src/protocol,src/texts,src/server,src/identity,test,scripts,bench}/**/*.test.ts"],
          exclude: ["test/real-photos/**", "test/faults/**"],
          globalSetup: ["test/global-setup.ts"],
        },
      },
      {
        extends: true,
        plugins: [compiledTexts(), answerSchemas(), react()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/web/**/*.test.{ts,tsx}"],
          setupFiles: ["test/web-setup.ts"],
          css: { modules: { classNameStrategy: "non-scoped" } },
        },
      },
    ],
  },
});
