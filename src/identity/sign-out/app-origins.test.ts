import { describe, expect, it } from "vitest";
import { startIdentityServer } from "../../../test/identity-server.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { loadConfig } from "../../server/settings/config.ts";

const production = "https://app.example";
const development = "http://localhost:3000";

describe("where sign-in and sign-out return to", () => {
  it("[IDENT-19] is the public address or a configured origin, nothing else", async () => {
    const server = await startIdentityServer({ appOrigins: [production, development] });
    try {
      const authorize = async (redirect_uri: string) => {
        const { url } = new SignInJourney(server.publicUrl).authorizeUrl({ redirect_uri });
        const response = await fetch(url, { redirect: "manual" });
        return [response.status, response.headers.get("location")?.startsWith("/signin/") ?? false];
      };
      const signOut = async (wanted: string) => {
        const query = new URLSearchParams({ client_id: "cairn-web", post_logout_redirect_uri: wanted });
        const response = await fetch(`${server.publicUrl}/logout?${query}`, { redirect: "manual" });
        return [response.status, response.headers.get("location")];
      };
      for (const origin of [server.publicUrl, production, development]) {
        expect((await authorize(`${origin}/`))[0]).toBe(303);
        expect(await signOut(`${origin}/`)).toEqual([303, `${origin}/`]);
      }
      for (const address of [
        "https://evil.example/",
        `${production}/elsewhere`,
        "http://localhost:3001/",
        "http://app.example/",
      ]) {
        expect((await authorize(address))[0], address).toBe(400);
        expect((await signOut(address))[0], address).toBe(400);
      }
      const page = await fetch(`${server.publicUrl}/logout`);
      expect(page.headers.get("content-security-policy")).toContain(
        `form-action 'self' ${server.publicUrl} ${production} ${development};`,
      );
    } finally {
      await server.close();
    }
  });

  it("[IDENT-19] is a development origin at port 3000 by default", () => {
    const { publicUrl, appOrigins } = loadConfig({});
    expect([publicUrl, appOrigins]).toEqual(["http://localhost:3000", []]);
    expect(loadConfig({ PUBLIC_URL: "https://cairn.example", APP_ORIGINS: development }).appOrigins).toEqual([
      "http://localhost:3000",
    ]);
  });
});
