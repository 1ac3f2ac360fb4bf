import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { answerSchemas } from "./scripts/answer-schemas-plugin.ts";
import { compiledTexts } from "./scripts/compiled-texts.ts";

const besideTheServer = { environment: "node" as const, globalSetup: "test/global-setup.ts" };

/** Files that put another module in the place of one, which no other file may meet. */
const isolatedFiles = "src/{server,identity}/**/*.isolated.test.ts";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // What is done beside an answer, such as a mail, takes longer on a busy machine than the default second.
    expect: { poll: { timeout: 20_000 } },
    // Most of them wait for PostgreSQL and for processes: three keep two cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          ...besideTheServer,
          name: "node",
          include: ["{src/contract,src/protocol,src/texts,src/server,src/identity,test,scripts,bench}/**/*.test.ts"],
          exclude: ["test/real-photos/**", "test/faults/**", isolatedFiles],
          // Files that share their modules take a quarter less time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...besideTheServer, name: "node-isolated", include: [isolatedFiles] },
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
