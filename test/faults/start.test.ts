import { expect, it } from "vitest";
import { makeFaultyServer } from "./faulty-server.ts";

it("the built server starts, serves pages and data, signs in, and stops on request", async () => {
  const server = await makeFaultyServer("start");
  try {
    await server.start();
    const page = await fetch(`${server.origin}/`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const quests = await fetch(`${server.origin}/api/quests`);
    expect([quests.status, Array.isArray(await quests.json())]).toEqual([200, true]);
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200);
    expect((await fetch(`${server.origin}/.well-known/openid-configuration`)).status).toBe(200);
    expect(await server.signIn("bob")).toMatch(/^[^.]+\.[^.]+\.[^.]+$/);
  } finally {
    await server.remove();
  }
});
