import { fastify } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { calls } from "../../contract/calls.ts";
import { installErrorHandler } from "./error-handler.ts";
import { implementCall } from "./implement-call.ts";

const { listQuestMarkers, listOrganizations } = calls;
const marker = { id: 7, quest_name: "Bark of the mango trees", quest_type: "TREES", coordinates: [21.97, -159.37] };

/** A server with one call whose handler answers what it is told to. */
async function answerOf(answer: unknown) {
  const app = fastify();
  installErrorHandler(app);
  implementCall(app, listQuestMarkers, { allow: "visitor", handle: async () => answer as never });
  const { statusCode, body } = await app.inject(listQuestMarkers.path);
  await app.close();
  return { statusCode, body: JSON.parse(body) };
}

describe("the answer to a call", () => {
  it("holds what the contract declares, and nothing beyond it", async () => {
    const { statusCode, body } = await answerOf([{ ...marker, reviewer_notes: "not for everybody" }]);
    expect([statusCode, body]).toEqual([200, [marker]]);
  });

  it("is an error of ours where it is not the contract's, and says nothing of it", async () => {
    const { statusCode, body } = await answerOf([{ ...marker, quest_type: "SECRET" }]);
    expect([statusCode, body.code]).toEqual([500, "internal_error"]);
    expect(JSON.stringify(body)).not.toContain("SECRET");
  });

  it("is not begun for whoever is not allowed", async () => {
    const handle = vi.fn();
    const app = fastify();
    installErrorHandler(app);
    implementCall(app, listOrganizations, { allow: "admin", handle });
    const { statusCode } = await app.inject(listOrganizations.path);
    expect(statusCode).toBe(401);
    expect(handle).not.toHaveBeenCalled();
    await app.close();
  });
});

describe("who may make a call", () => {
  it("stands in its route as the contract has it, or the route does not compile", () => {
    const handle = async () => [];
    // @ts-expect-error the contract says `admin`
    expect(() => implementCall(fastify(), listOrganizations, { allow: "visitor", handle })).not.toThrow();
    // @ts-expect-error a signed address needs a check of its own
    expect(() => implementCall(fastify(), calls.getPhoto, { allow: "signed_address", handle })).not.toThrow();
  });

  it("is decided by the contract, whatever a route says", async () => {
    const handle = vi.fn(async () => []);
    const app = fastify();
    installErrorHandler(app);
    // @ts-expect-error the contract says `admin`
    implementCall(app, listOrganizations, { allow: "visitor", handle });
    expect((await app.inject(listOrganizations.path)).statusCode).toBe(401);
    expect(handle).not.toHaveBeenCalled();
    await app.close();
  });
});
