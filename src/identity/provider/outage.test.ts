import { expect, it, vi } from "vitest";
import { testPassword, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();

it("refreshes and hosted pages get 503 while the database is down, and work afterwards", async () => {
  const journey = new SignInJourney(server.publicUrl);
  const tokens = await journey.signIn("alice", testPassword);
  const visitor = new SignInJourney(server.publicUrl);
  const { page: signInPage } = await visitor.start();
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  vi.spyOn(server.pool, "connect").mockImplementation(() => Promise.reject(refused));
  // long enough to reread the keys
  server.advanceMs(60 * 60_000);
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = await journey.refresh(tokens.refresh_token);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await answer.json()).toMatchObject({ error: "server_error" });
  }
  const page = await visitor.browser.open(signInPage.url);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(page.text).toContain("The server can't reach its database. Try again in a minute.");
  vi.restoreAllMocks();
  expect(server.failures.splice(0)).not.toEqual([]);
  expect((await journey.refresh(tokens.refresh_token)).status).toBe(200);
});
