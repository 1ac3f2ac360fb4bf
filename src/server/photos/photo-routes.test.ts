import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();
let questId: number;
let point: { id: string; image_data_presigned_url: string; thumbnail_presigned_url: string; data_url: string };

beforeAll(async () => {
  const quest = await makeQuest(api, await makeOrganization(api));
  await join(api, "alice", quest.id);
  questId = quest.id;
  const photo = await makePhoto({ orientation: 6, gps: { latitude: 21.97, longitude: -159.37 } });
  const { status, body } = await api.upload("alice", quest.id, uploadForm(photo));
  expect(status).toBe(201);
  point = body;
});

/** The test server's address differs from its public URL. */
function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const { pathname, search } = new URL(address, api.origin);
  return fetch(`${api.origin}${pathname}${search}`, { headers });
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

function changed(address: string, name: string, value: string | undefined): string {
  const url = new URL(address, api.origin);
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}

describe("a photo's signed URL", () => {
  it("shows the photo, upright and without metadata", async () => {
    const response = await get(point.image_data_presigned_url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    const picture = Buffer.from(await response.arrayBuffer());
    expect(picture.length).toBe(Number(response.headers.get("content-length")));
    const { width, height, exif } = await sharp(picture).metadata();
    expect({ width, height, exif }).toEqual({ width: 480, height: 640 });
    const thumbnail = await get(point.thumbnail_presigned_url);
    expect(await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).toMatchObject({
      width: 200,
      height: 200,
    });
  });

  it("may be cached by the browser, and runs nothing", async () => {
    const { headers } = await get(point.image_data_presigned_url);
    const maxAge = Number(/^private, max-age=(\d+), immutable$/.exec(headers.get("cache-control") ?? "")?.[1]);
    expect(maxAge).toBeGreaterThanOrEqual(3590);
    expect(maxAge).toBeLessThanOrEqual(7200);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toBe("inline");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    const again = await get(point.image_data_presigned_url, { "if-none-match": headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  it.each<[string, string, string | undefined]>([
    ["without a signature", "signature", undefined],
    ["with another signature", "signature", "A".repeat(43)],
    ["with an empty signature", "signature", ""],
    ["with a later expiry", "expires", "4102444800"],
    ["without an expiry", "expires", undefined],
  ])("is refused %s", async (_what, name, value) => {
    const response = await get(changed(point.image_data_presigned_url, name, value));
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe("photo_address_invalid");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("is rejected for another variant or data point", async () => {
    const thumbnail = point.image_data_presigned_url.replace("/display?", "/thumbnail?");
    expect(await codeOf(await get(thumbnail))).toBe("photo_address_invalid");
    const other = point.image_data_presigned_url.replace(point.id, randomUUID());
    expect(await codeOf(await get(other))).toBe("photo_address_invalid");
  });

  it("[CALL-07] is also the data_url, for the owner and reviewers only", async () => {
    const own = `/adventurers/alice/quests/${questId}/data`;
    const tellers = [
      (await api.call("GET", own, { as: "alice" })).body[0],
      (await api.call("GET", `/quest_data/${point.id}`, { as: "admin" })).body,
    ];
    for (const { data_url } of tellers) {
      expect((await get(data_url)).headers.get("content-type")).toBe("image/jpeg");
      expect((await get(changed(data_url, "signature", undefined))).status).toBe(403);
    }
    for (const path of [own, `/quest_data/${point.id}`, `/contributions/${point.id}`]) {
      const { status, body } = await api.call("GET", path, { as: "bob" });
      expect([path, status < 400, JSON.stringify(body).includes("signature")]).toEqual([path, false, false]);
    }
  });

  it("is rejected after it expires", async () => {
    const old = api.services.photoAddresses.sign(point.id, "display", Date.now() - 2 * 60 * 60 * 1000);
    const response = await get(old);
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe("photo_address_expired");
  });

  it("returns 404 for a missing photo, and for the original", async () => {
    const missing = await get(api.services.photoAddresses.sign(randomUUID(), "display"));
    expect([missing.status, await codeOf(missing)]).toEqual([404, "not_found"]);
    const original = await get(point.image_data_presigned_url.replace("/display?", "/original?"));
    expect(original.status).toBe(404);
  });
});
