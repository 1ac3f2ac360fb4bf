import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import { type FastifyInstance, fastify } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiveImage } from "../../src/server/field-tests/plant-id-routes.ts";
import { QuotaShare } from "../../src/server/incoming/upload-quota.ts";
import { DiskPhotoStore } from "../../src/server/photos/store/disk-photo-store.ts";

const folder = process.env.CAIRN_PHOTOS ?? "";
let root: string;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-plant-id-"));
  const store = await DiskPhotoStore.open(root);
  app = fastify();
  await app.register(multipart, { throwFileSizeLimit: false });
  app.post("/", async (request, reply) =>
    reply.type("image/jpeg").send(Buffer.from(await receiveImage(request, store, new QuotaShare(() => {})))),
  );
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

it.each(["heic/iphone13.heic", "phone/iphone6-8mp-gps.jpg", "orientation/portrait_6.jpg"])(
  "[CALL-11] %s is sent as an upright JPEG without metadata",
  async (name) => {
    const form = new FormData();
    form.set("image", new Blob([await readFile(join(folder, name))]), "photo");
    const response = await fetch(origin, { method: "POST", body: form });
    const { format, exif, icc, xmp, width, height, orientation } = await sharp(
      Buffer.from(await response.arrayBuffer()),
    ).metadata();
    expect({ format, exif, icc, xmp, orientation }).toEqual({ format: "jpeg" });
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  },
);
