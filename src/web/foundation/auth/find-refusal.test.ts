import { afterEach, expect, it, vi } from "vitest";
import { refusal, serve } from "../../../../test/web-app.tsx";
import { findRefusal } from "./find-refusal.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [401, "The token has no username."],
  [403, "Volunteers can only see and change their own quests and data."],
  [409, "On this site your username belongs to another account."],
])("tells a refusal (%i) in the server's words", async (status, detail) => {
  serve({ "GET /api/adventurers/ann%20b": refusal(status, "unauthenticated", detail) });
  expect(await findRefusal("a.b.c", "ann b")).toBe(detail);
});

it("finds nothing wrong where the server takes the token, and where it cannot say now", async () => {
  const fetchMock = serve({ "GET /api/adventurers/ann": { id: "ann", bio: null, profile_picture_url: null } });
  expect(await findRefusal("a.b.c", "ann")).toBeUndefined();
  expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get("authorization")).toBe("Bearer a.b.c");
  serve({ "GET /api/adventurers/ann": refusal(503, "unavailable") });
  expect(await findRefusal("a.b.c", "ann")).toBeUndefined();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await findRefusal("a.b.c", "ann")).toBeUndefined();
});
