import { expect, it } from "vitest";
import { loadConfig } from "../src/server/config.ts";
import { openSettingsDatabase } from "./settings-database.ts";

it("commands go round the pooler, which refuses what they send with a connection", async () => {
  const [pooled, direct] = ["postgres://cairn@pooler:6432/cairn", "postgres://cairn@database:5432/cairn"];
  const addressOf = async (settings: Record<string, string>) =>
    (await openSettingsDatabase(loadConfig(settings))).connectionString;
  expect(await addressOf({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toBe(direct);
  expect(await addressOf({ DATABASE_URL: direct })).toBe(direct);
});
