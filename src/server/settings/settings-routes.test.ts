import { describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { loadConfig } from "./config.ts";
import { describeSettings } from "./settings-routes.ts";

const everySecret = {
  DATABASE_URL: "postgresql://cairn:SECRET-database@db.example:5432/cairn?sslpassword=SECRET-option",
  PHOTO_STORE: "s3",
  S3_ENDPOINT: "https://SECRET-user:SECRET-pass@s3.example",
  S3_BUCKET: "photos",
  S3_ACCESS_KEY_ID: "SECRET-key-id",
  S3_SECRET_ACCESS_KEY: "SECRET-access-key",
  OIDC_ISSUER: "https://issuer.example/pool",
  DEMO_PASSWORD: "SECRET-demo",
  PLANTNET_API_KEY: "SECRET-plantnet",
  PLANTNET_URL: "https://plants.example",
  SMTP_URL: "smtps://mailer:SECRET%2Fsmtp@mail.example:465?pass=SECRET-too",
  TILE_URL: "https://tiles.example/SECRET-path/{z}/{x}/{y}@2x.png?key=SECRET-tiles",
  STATIC_MAP_URL: "https://maps.example/SECRET-path/static?key=SECRET-map&center={lat},{lon}",
  PUBLIC_URL: "https://cairn.example",
};

const inForce = (settings: { name: string; value: string }[], name: string) =>
  settings.find((setting) => setting.name === name)?.value;

describe("describing the settings", () => {
  it("[ROUTE-12] never reveals a secret", () => {
    const settings = describeSettings(loadConfig(everySecret));
    expect(JSON.stringify(settings)).not.toContain("SECRET");
    expect(settings.every(({ name, value }) => name !== "" && value !== "")).toBe(true);
  });

  it("[ROUTE-12] shows the current values", () => {
    const settings = describeSettings(loadConfig(everySecret));
    expect(inForce(settings, "Database")).toBe("PostgreSQL at db.example:5432/cairn");
    expect(inForce(settings, "Photos")).toBe("in the bucket photos at https://s3.example, region us-east-1");
    expect(inForce(settings, "Identity provider")).toBe("https://issuer.example/pool, client cairn-web");
    expect(inForce(settings, "Email")).toBe("sent through mail.example:465");
    expect(inForce(settings, "Plant identification")).toBe("https://plants.example, 500 identifications a day");
    expect(inForce(settings, "Map tiles")).toBe("fetched by this server from https://tiles.example");
    expect(inForce(settings, "Static map")).toBe("fetched by this server from https://maps.example");
    const defaults = describeSettings(loadConfig({}));
    expect(inForce(defaults, "Database")).toBe("embedded PostgreSQL");
    expect(inForce(defaults, "Identity provider")).toBe("embedded");
    expect(inForce(defaults, "Plant identification")).toBe("off: no key configured");
    expect(inForce(defaults, "Map tiles")).toBe("https://tile.openstreetmap.org/{z}/{x}/{y}.png");
    expect(inForce(defaults, "Static map")).toBe("drawn by this server");
  });
});

describe("the settings' call", () => {
  const api = usingApi({ ...everySecret, PHOTO_STORE: "disk" });

  it("[ROUTE-12] answers administrators, without secrets in body or headers", async () => {
    const { status, body, headers } = await api.call("GET", "/admin/settings", { as: "admin" });
    expect(status).toBe(200);
    expect(inForce(body, "Public address")).toBe("https://cairn.example");
    expect(JSON.stringify(body)).not.toContain("SECRET");
    expect(JSON.stringify([...headers])).not.toContain("SECRET");
  });

  it("answers in the request's language", async () => {
    const { body } = await api.call("GET", "/admin/settings", {
      as: "admin",
      headers: { cookie: "language=en-XB" },
    });
    const said = body.flatMap(({ name, value }: { name: string; value: string }) => [name, value]).join(" ");
    expect(said).not.toMatch(/Public|Database|embedded|drawn|production/);
    expect(said).toContain("https://cairn.example");
  });

  it.each([
    ["visitor", 401],
    ["alice", 403],
    ["tester", 403],
  ])("[ROLE-03] rejects %s", async (as, status) => {
    const answer = await api.call("GET", "/admin/settings", { as });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain("cairn.example");
  });
});
