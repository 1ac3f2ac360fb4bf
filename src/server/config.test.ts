import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";

describe("the settings", () => {
  it("have a default for a newcomer's first start", () => {
    expect(loadConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://localhost:3000",
      databaseUrl: undefined,
      photoStore: { kind: "disk" },
      oidc: { externalIssuer: undefined, groupsClaim: "cognito:groups", usernameClaim: "username" },
      demo: true,
    });
  });

  it("sow no demo in production unless told to", () => {
    expect(loadConfig({ NODE_ENV: "production" }).demo).toBe(false);
    expect(loadConfig({ NODE_ENV: "production", DEMO: "1" }).demo).toBe(true);
    expect(loadConfig({ DEMO: "0" }).demo).toBe(false);
  });

  it("count an empty value as not set", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it("[CALL-18] name the tile service", () => {
    const TILE_URL = "https://tiles.example.org/{z}/{x}/{y}.png";
    expect(loadConfig({ TILE_URL }).tiles.url).toBe(TILE_URL);
    expect(loadConfig({}).tiles.url).toBe("https://tile.openstreetmap.org/{z}/{x}/{y}.png");
  });

  it.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ PUBLIC_URL: "localhost:3000" }, "PUBLIC_URL"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [{ PHOTO_STORE: "tape" }, "PHOTO_STORE"],
    [{ PHOTO_STORE: "s3", S3_BUCKET: "photos" }, "S3_ENDPOINT"],
    [{ OIDC_ISSUER: "example" }, "OIDC_ISSUER"],
    [{ DEMO: "yes" }, "DEMO"],
    [{ DEMO_PASSWORD: "short" }, "DEMO_PASSWORD"],
    [{ SMTP_URL: "http://mail" }, "SMTP_URL"],
    [{ RATE_LIMIT_PER_MINUTE: "0" }, "RATE_LIMIT_PER_MINUTE"],
  ])("refuse %j and say which is wrong", (environment, name) => {
    expect(() => loadConfig(environment)).toThrow(name);
  });

  it("name everything that is wrong at once", () => {
    expect(() => loadConfig({ PORT: "x", DEMO: "x" })).toThrow(/PORT.*DEMO/);
  });
});
