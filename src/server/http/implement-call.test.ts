import { fastify } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { calls } from "../../contract/calls";
import { installErrorHandler } from "./error-handler";
import { implementCall } from "./implement-call";

const { listQuestMarkers } = calls;
const marker = { id: 7, quest_name: "Bark of the mango trees", quest_type: "TREES", coordinates: [21.97, -159.37] };

/** A server with one call whose handler answers what it is told to. */
async function answerOf(answer: unknown) {
  const app = fastify();
  installErrorHandler(app);
  implementCall(app, listQuestMarkers, { allow: () => "anybody", handle: async () => answer as never });
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
    implementCall(app, listQuestMarkers, {
      allow: () => {
        throw new Error("no");
      },
      handle,
    });
    await app.inject(listQuestMarkers.path);
    expect(handle).not.toHaveBeenCalled();
    await app.close();
  });
});
