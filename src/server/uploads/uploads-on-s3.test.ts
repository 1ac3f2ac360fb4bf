import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakeS3, startFakeS3 } from "../../../test/fake-s3.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { s3Settings } from "../../../test/s3-settings.ts";

let s3: FakeS3;
let api: TestApi;

beforeAll(async () => {
  s3 = await startFakeS3();
  api = await startTestApi({
    ...s3Settings(s3),
  });
});
afterAll(async () => {
  await api.close();
  await s3.close();
});

it("a resumable upload goes through a bucket, even if the bucket fails in the middle", async () => {
  const { id } = await makeQuest(api, await makeOrganization(api));
  await join(api, "alice", id);
  const photo = await makePhoto({ width: 640, height: 480 });
  const token = await api.mintToken({ username: "alice" });
  const send = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(new URL(path, api.origin), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        ...headers,
      },
      ...(body && { body: new Uint8Array(body) }),
    });
  const half = Math.floor(photo.length / 2);
  const made = await send("POST", "/api/uploads/", { "upload-length": String(photo.length) }, photo.subarray(0, half));
  const path = made.headers.get("location") ?? "";
  s3.failures.push(503, 503, 503, 503, 503, 503, 503, 503, 503);
  const failed = await send("PATCH", path, { "upload-offset": String(half) }, photo.subarray(half));
  expect([failed.status, ((await failed.json()) as { code: string }).code]).toEqual([503, "unavailable"]);
  s3.failures.length = 0;
  const rest = await send("PATCH", path, { "upload-offset": String(half) }, photo.subarray(half));
  expect(rest.headers.get("upload-offset")).toBe(String(photo.length));
  const { status, body } = await api.upload(
    "alice",
    id,
    uploadForm(undefined, { "upload:file": path.split("/").at(-1) }),
  );
  expect([status, body.sha256]).toEqual([201, createHash("sha256").update(photo).digest("hex")]);
  expect([...s3.objects.keys()].filter((key) => key.includes("/chunks/"))).toEqual([]);
});
