import { type FastifyInstance, fastify } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { calls } from "../../contract/all-calls.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { installErrorHandler } from "./error-handler.ts";
import { implementCall } from "./implement-call.ts";

const { listQuestClusters, getSettings } = calls;
const spot = { id: 7, quest_name: "Bark of the mango trees", quest_type: "TREES", coordinates: [21.97, -159.37] };
/** A server with one call and this answer. */
async function answerOf(answer: unknown) {
  const app = fastify();
  installErrorHandler(app);
  implementCall(app, listQuestClusters, { allow: "visitor", handle: async () => answer as never });
  const { statusCode, body } = await app.inject(`${listQuestClusters.path}?bbox=-180,-90,180,90&zoom=2`);
  await app.close();
  return { statusCode, body: JSON.parse(body) };
}

describe("the answer to a call", () => {
  it("contains only what the contract declares", async () => {
    const { statusCode, body } = await answerOf([{ ...spot, reviewer_notes: "not for everybody" }]);
    expect([statusCode, body]).toEqual([200, [spot]]);
  });

  it("contains only what every part declares, in the schema's order", async () => {
    const app = fastify();
    installErrorHandler(app);
    // In production, the whole schema isn't checked.
    app.decorate("checksAnswers", false);
    const secret = { position_of_the_camera: "not for everybody" };
    const result = { score: 0.9, species: { scientificName: "Koa", commonNames: ["koa"], ...secret }, ...secret };
    const point = {
      ...secret,
      additional_data: {
        remark: "of the form",
        tree_width: 7,
        plant_id_data: { bestMatch: "Koa", results: [result], ...secret },
      },
      photos: [{ key: "file", image_data_presigned_url: "a", thumbnail_presigned_url: "b", sha256: "c", ...secret }],
      review: { decision: "accepted", comment: null, reviewed_by: "admin", reviewed_at: "today", ...secret },
    };
    implementCall(app, calls.listDataPoints, { allow: "self", handle: async () => [point] as never });
    app.addHook("onRequest", async (request) => {
      request.identity = { username: "alice", groups: [] } as never;
    });
    const { statusCode, body } = await app.inject("/adventurers/alice/quests/1/data");
    expect(statusCode).toBe(200);
    expect(body).not.toContain("camera");
    const [shown] = JSON.parse(body);
    expect(Object.keys(shown.additional_data)).toEqual(["tree_width", "plant_id_data", "remark"]);
    expect(shown.photos[0].sha256).toBe("c");
    expect(shown.review.reviewed_by).toBe("admin");
    await app.close();
  });

  it("is a bare 500 if it doesn't match the contract", async () => {
    const { statusCode, body } = await answerOf([{ ...spot, quest_type: "SECRET" }]);
    expect([statusCode, body.code]).toEqual([500, "internal_error"]);
    expect(JSON.stringify(body)).not.toContain("SECRET");
  });

  it("isn't started without permission", async () => {
    const handle = vi.fn();
    const app = fastify();
    installErrorHandler(app);
    implementCall(app, getSettings, { allow: "admin", handle });
    const { statusCode } = await app.inject(getSettings.path);
    expect(statusCode).toBe(401);
    expect(handle).not.toHaveBeenCalled();
    await app.close();
  });
});

describe("a repeated answer", () => {
  let app: FastifyInstance;
  let name = "Bark";
  let nextPart: string;
  const { getQuest, getAdventurer } = calls;
  const address = `${listQuestClusters.path}?bbox=-180,-90,180,90&zoom=2`;

  beforeEach(() => {
    name = "Bark";
    nextPart = "/quests?after=7";
    app = fastify();
    installErrorHandler(app);
    app.decorateRequest("identity", undefined);
    app.addHook("onRequest", async (request, reply) => {
      request.identity = { username: "alice", groups: [] } as never;
      reply.header("cache-control", "no-store");
    });
    implementCall(app, listQuestClusters, {
      allow: "visitor",
      handle: async ({ reply }) => {
        reply.header("link", `<${nextPart}>; rel="next"`);
        return [{ ...spot, quest_name: name }] as never;
      },
    });
    implementCall(app, getAdventurer, {
      allow: "self",
      handle: async () => ({ id: "alice", bio: name, profile_picture_url: null }),
    });
    implementCall(app, getQuest, {
      allow: "visitor",
      handle: () => Promise.reject(new DomainError("quest_not_found")),
    });
  });
  afterEach(() => app.close());

  const ask = (url: string, known?: unknown) =>
    app.inject({ url, headers: known === undefined ? {} : { "if-none-match": String(known) } });

  it("isn't sent again while it is the same", async () => {
    const first = await ask(address);
    const { etag } = first.headers;
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const known of [etag, `W/"of another answer", ${etag}`]) {
      const again = await ask(address, known);
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
      expect(again.headers.link).toBe(first.headers.link);
    }
    name = "Bark, once more";
    const changed = await ask(address, etag);
    expect([changed.statusCode, changed.json()]).toEqual([200, [{ ...spot, quest_name: name }]]);
    expect(changed.headers.etag).not.toBe(etag);
    nextPart = "/quests?after=8";
    const continued = await ask(address, changed.headers.etag);
    expect([continued.statusCode, continued.headers.link]).toEqual([200, '</quests?after=8>; rel="next"']);
  });

  it("may be cached by browsers only if it is public", async () => {
    expect((await ask(address)).headers["cache-control"]).toBe("private, no-cache");
    const own = await ask("/adventurers/alice");
    expect([own.statusCode, own.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect((await ask("/adventurers/alice", own.headers.etag)).statusCode).toBe(304);
    const refused = await ask("/quests/7");
    expect([refused.statusCode, refused.headers["cache-control"], refused.headers.etag]).toEqual([
      404,
      "no-store",
      undefined,
    ]);
  });
});

describe("the permission of a call", () => {
  it("is in its route as in the contract, or the route doesn't compile", () => {
    const handle = async () => [];
    // @ts-expect-error the contract says `admin`
    expect(() => implementCall(fastify(), getSettings, { allow: "visitor", handle })).not.toThrow();
    // @ts-expect-error a signed address needs a check of its own
    expect(() => implementCall(fastify(), calls.getPhoto, { allow: "signed_address", handle })).not.toThrow();
  });

  it("is decided by the contract, whatever a route says", async () => {
    const handle = vi.fn(async () => []);
    const app = fastify();
    installErrorHandler(app);
    // @ts-expect-error the contract says `admin`
    implementCall(app, getSettings, { allow: "visitor", handle });
    expect((await app.inject(getSettings.path)).statusCode).toBe(401);
    expect(handle).not.toHaveBeenCalled();
    await app.close();
  });
});
