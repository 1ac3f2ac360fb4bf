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
      role: "all",
    });
  });

  it("give a process one role only where the database can be shared", () => {
    const DATABASE_URL = "postgres://db.example/cairn";
    expect(loadConfig({ ROLE: "worker", DATABASE_URL }).role).toBe("worker");
    expect(() => loadConfig({ ROLE: "worker" })).toThrow(
      "ROLE=worker needs DATABASE_URL: only one process can use the embedded database.",
    );
  });

  it("sow no demo in production unless told to", () => {
    expect(loadConfig({ NODE_ENV: "production" }).demo).toBe(false);
    expect(loadConfig({ NODE_ENV: "production", DEMO: "1" }).demo).toBe(true);
    expect(loadConfig({ DEMO: "0" }).demo).toBe(false);
  });

  it("count an empty value as not set", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it.each([
    ["smtp://mail.example:587", undefined, true],
    ["smtp://mail.example:587", "optional", false],
    ["smtps://mail.example:465", undefined, true],
    ["smtp://localhost:25", undefined, false],
    ["smtp://127.0.0.1:25", undefined, false],
    ["smtp://127.0.0.1.example:25", undefined, true],
    ["smtp://[::1]:25", "required", true],
  ])("ask for encrypted mail to %s, with SMTP_TLS %s: %s", (SMTP_URL, SMTP_TLS, expected) => {
    expect(loadConfig({ SMTP_URL, SMTP_TLS }).smtp.requireTls).toBe(expected);
  });

  it("[CALL-18] name the tile service", () => {
    const TILE_URL = "https://tiles.example.org/{z}/{x}/{y}.png";
    expect(loadConfig({ TILE_URL }).tiles.url).toBe(TILE_URL);
    expect(loadConfig({}).tiles.url).toBe("https://tile.openstreetmap.org/{z}/{x}/{y}.png");
  });

  it.each([
    [{ TILE_URL: "https://tiles.example/{z}/{x}/{y}@2x.png" }, false],
    [{ TILE_URL: "https://tiles.example/{z}/{x}/{y}.png?key=k" }, true],
    [{ TILE_URL: "https://user:k@tiles.example/{z}/{x}/{y}.png" }, true],
    [{ TILE_URL: "https://tiles.example/k/{z}/{x}/{y}.png", TILES_THROUGH_SERVER: "1" }, true],
    [{ TILE_URL: "https://tiles.example/{z}/{x}/{y}.png?lang=en", TILES_THROUGH_SERVER: "0" }, false],
  ])(
    "[CALL-19] send browsers to the tile service only where its address holds no key: %j",
    (environment, isProxied) => {
      const { tiles } = loadConfig({ PUBLIC_URL: "https://cairn.example/", ...environment });
      expect(tiles.throughServer).toBe(isProxied);
      expect(tiles.browserUrl).toBe(isProxied ? "https://cairn.example/api/tiles/{z}/{x}/{y}" : environment.TILE_URL);
    },
  );

  it.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ PUBLIC_URL: "localhost:3000" }, "PUBLIC_URL"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [{ PHOTO_STORE: "tape" }, "PHOTO_STORE"],
    [{ PHOTO_STORE: "s3", S3_BUCKET: "photos" }, "S3_ENDPOINT"],
    [{ OIDC_ISSUER: "example" }, "OIDC_ISSUER"],
    [{ OIDC_AUDIENCE_CLAIM: "sub" }, "OIDC_AUDIENCE_CLAIM"],
    [{ OIDC_SCOPES: "email profile" }, "OIDC_SCOPES"],
    [{ OIDC_AUTHORIZATION_PARAMETERS: "audience=api&state=mine" }, "OIDC_AUTHORIZATION_PARAMETERS"],
    [{ OIDC_CLOCK_TOLERANCE_SECONDS: "a minute" }, "OIDC_CLOCK_TOLERANCE_SECONDS"],
    [{ OIDC_FORMER_ISSUER: "keycloak" }, "OIDC_FORMER_ISSUER"],
    [{ DEMO: "yes" }, "DEMO"],
    [{ DEMO_PASSWORD: "short" }, "DEMO_PASSWORD"],
    [{ PHOTO_LICENCE: "CC BY 4.0" }, "PHOTO_LICENCE"],
    [{ PHOTO_LICENCE: "https://licence.example" }, "PHOTO_LICENCE"],
    [{ SMTP_URL: "http://mail" }, "SMTP_URL"],
    [{ RATE_LIMIT_PER_MINUTE: "0" }, "RATE_LIMIT_PER_MINUTE"],
    [{ TRUST_PROXY: "yes" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "10.0.0.0/0" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "loopback, 10.0.0.0/33" }, "TRUST_PROXY"],
    [{ ROLE: "cook" }, "ROLE"],
  ])("refuse %j and say which is wrong", (environment, name) => {
    expect(() => loadConfig(environment)).toThrow(name);
  });

  it("name everything that is wrong at once", () => {
    expect(() => loadConfig({ PORT: "x", DEMO: "x" })).toThrow(/PORT.*DEMO/);
  });
});

it("encryption keys are long, and one or several", () => {
  const key = "a key of thirty-two characters or more";
  expect(() => loadConfig({ ENCRYPTION_KEY: "short" })).toThrow("ENCRYPTION_KEY");
  expect(loadConfig({ ENCRYPTION_KEY: `${key},${key}` }).encryptionKeys).toEqual([key, key]);
  expect(loadConfig({}).encryptionKeys).toBeUndefined();
});

describe("the identity provider", () => {
  const pool = { COGNITO_USER_POOL_ID: "us-east-2_AbC123dEf", OIDC_CLIENT_ID: "4h57kexample" };

  it("[IDENT-14] is a Cognito user pool by its id, in us-east-2 unless another region is given", () => {
    expect(loadConfig(pool).oidc).toMatchObject({
      externalIssuer: "https://cognito-idp.us-east-2.amazonaws.com/us-east-2_AbC123dEf",
      clientId: "4h57kexample",
      logoutStyle: "cognito",
    });
    const elsewhere = { ...pool, COGNITO_REGION: "eu-west-1", COGNITO_USER_POOL_ID: "eu-west-1_AbC123dEf" };
    expect(loadConfig(elsewhere).oidc.externalIssuer).toBe(
      "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC123dEf",
    );
    expect(loadConfig({ ...pool, OIDC_LOGOUT_STYLE: "oidc" }).oidc.logoutStyle).toBe("oidc");
  });

  it.each([
    ["us-east-2", "is not valid"],
    ["us-east-2_", "is not valid"],
    ["us-east-2_abc-def", "is not valid"],
    ["us-east-2_abc/../x", "is not valid"],
    ["pool", "is not valid"],
    ["eu-west-1_AbC123dEf", "is not valid: expected us-east-2_"],
    [`us-east-2_${"a".repeat(46)}`, "the maximum is 55"],
  ])("[IDENT-14] refuses the pool id %s, however it is given", (id, reason) => {
    expect(() => loadConfig({ ...pool, COGNITO_USER_POOL_ID: id })).toThrow(reason);
    const OIDC_ISSUER = `https://cognito-idp.us-east-2.amazonaws.com/${id}`;
    if (!id.includes("..")) expect(() => loadConfig({ OIDC_CLIENT_ID: "x", OIDC_ISSUER })).toThrow(reason);
  });

  it("[IDENT-14] takes a pool id of 55 characters, and refuses a region that is not valid", () => {
    const longest = `us-east-2_${"a".repeat(45)}`;
    expect(loadConfig({ ...pool, COGNITO_USER_POOL_ID: longest }).oidc.externalIssuer).toContain(longest);
    expect(() => loadConfig({ ...pool, COGNITO_REGION: "Ohio" })).toThrow('region "Ohio"');
    expect(() => loadConfig({ OIDC_ISSUER: "https://cognito-idp.us-east-2.amazonaws.com/" })).toThrow("is not valid");
  });

  it("wants the app client of a pool named, and one provider only", () => {
    expect(() => loadConfig({ COGNITO_USER_POOL_ID: pool.COGNITO_USER_POOL_ID })).toThrow("OIDC_CLIENT_ID");
    expect(() => loadConfig({ ...pool, OIDC_ISSUER: "https://id.example.org" })).toThrow("different providers");
  });

  it("[IDENT-03] is asked for e-mail, profile and openid in this order, and for nothing else, unless settings say so", () => {
    expect(loadConfig({}).oidc).toMatchObject({ scopes: "email profile openid", authorizationParameters: "" });
    const OIDC_AUTHORIZATION_PARAMETERS = "audience=https%3A%2F%2Fapi.example.org&prompt=login";
    expect(loadConfig({ OIDC_SCOPES: "openid offline_access", OIDC_AUTHORIZATION_PARAMETERS }).oidc).toMatchObject({
      scopes: "openid offline_access",
      authorizationParameters: OIDC_AUTHORIZATION_PARAMETERS,
    });
  });

  it("is any other by its issuer", () => {
    expect(loadConfig({ OIDC_ISSUER: "https://id.example.org/realms/field/" }).oidc).toMatchObject({
      externalIssuer: "https://id.example.org/realms/field",
      logoutStyle: "oidc",
    });
  });
});
