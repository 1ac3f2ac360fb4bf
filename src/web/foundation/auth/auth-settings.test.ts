import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clientConfiguration, serve } from "../../../../test/web-app.tsx";

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("settings of the build", () => {
  it("[CALL-17] say where the API is, and where signing in and out leads back to", async () => {
    vi.stubEnv("VITE_API_BASE", "https://api.example/v1");
    vi.stubEnv("VITE_SIGN_IN_REDIRECT", "https://app.example/in");
    vi.stubEnv("VITE_SIGN_OUT_REDIRECT", "https://app.example/out");
    const fetchMock = serve({ "GET /v1/config": clientConfiguration });
    const { fetchAuthSettings } = await import("./auth-settings.ts");
    const { addressOf, uploadedCoverAt } = await import("../api/addresses.ts");
    await import("../api/quests.ts");
    expect(await fetchAuthSettings()).toMatchObject({
      redirect_uri: "https://app.example/in",
      sign_out_uri: "https://app.example/out",
    });
    expect(String(fetchMock.mock.calls[0]?.[0])).toBe("https://api.example/v1/config");
    expect(addressOf("getQuest", { params: { id: 7 } })).toBe("https://api.example/v1/quests/7");
    expect(uploadedCoverAt("/api/covers/1?signature=s")).toBe("https://api.example/v1/covers/1?signature=s");
    expect(uploadedCoverAt("https://pictures.example/1.jpg")).toBe(undefined);
  });

  it("[CALL-17] lead back to the app where only the API is elsewhere", async () => {
    vi.stubEnv("VITE_API_BASE", "https://api.example/api");
    serve({});
    const { fetchAuthSettings } = await import("./auth-settings.ts");
    const { openApiAddress } = await import("../api/addresses.ts");
    expect(await fetchAuthSettings()).toMatchObject({
      redirect_uri: `${location.origin}/`,
      sign_out_uri: `${location.origin}/`,
    });
    expect(openApiAddress).toBe("https://api.example/api/openapi.json");
  });

  it("[CALL-17] are the server's where the build has none", async () => {
    serve({});
    const { fetchAuthSettings } = await import("./auth-settings.ts");
    const { addressOf } = await import("../api/addresses.ts");
    await import("../api/quests.ts");
    expect(await fetchAuthSettings()).toMatchObject({
      redirect_uri: "http://localhost:3000/",
      sign_out_uri: "http://localhost:3000/",
    });
    expect(addressOf("getQuest", { params: { id: 7 } })).toBe("/api/quests/7");
  });
});
