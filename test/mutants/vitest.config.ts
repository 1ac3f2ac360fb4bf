import { defineConfig } from "vitest/config";

/** Tests without a database or a page, for `npm run test:mutants`. */
export default defineConfig({
  test: { include: ["src/{contract,protocol,texts}/**/*.test.ts"], isolate: false },
});
