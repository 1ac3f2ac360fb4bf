import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePhoto } from "../../../test/make-photo.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { receiveFile } from "./receive-file.ts";
import { DiskPhotoStore } from "./store/disk-photo-store.ts";
import { newPhotoKey } from "./store/photo-store.ts";

let root: string;
let app: FastifyInstance;
let port: number;
let begun = 0;
let settled = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-receive-http-"));
  const store = await DiskPhotoStore.open(root);
  app = fastify();
  await app.register(multipart, { limits: { fileSize: 25_000_001 } });
  app.post("/", async (request, reply) => {
    const fields: Record<string, unknown> = {};
    let refusal: string | undefined;
    for await (const part of request.parts()) {
      if (part.type === "field") {
        fields[part.fieldname] = part.value;
        continue;
      }
      begun++;
      try {
        await receiveFile(part.file, { store, key: newPhotoKey() });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refusal = error.code;
      } finally {
        settled++;
      }
    }
    return reply.send({ fields, refusal });
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

function formWith(file: Buffer, fieldBehind: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(file)], { type: "image/jpeg" }), "photo.jpg");
  form.append("behind", fieldBehind);
  return form;
}

async function keptFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe("an upload over HTTP", () => {
  it("that is rejected at its first bytes gets its answer, and the fields after the photo are read", async () => {
    const text = Buffer.alloc(8_000_000, "this is no photo");
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: formWith(text, "still read") });
    expect(await response.json()).toEqual({ fields: { behind: "still read" }, refusal: "photo_unsupported" });
    expect(await keptFiles()).toEqual([]);
  });

  it.each([100, 70_000, 1_000_000])(
    "leaves nothing behind when the client disconnects after %i bytes",
    async (sent) => {
      const photo = Buffer.concat([await makePhoto({ width: 480, height: 360 }), Buffer.alloc(2_000_000)]);
      const begunBefore = begun;
      const socket = connect(port, "127.0.0.1");
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
      socket.write(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 3000000\r\n\r\n",
      );
      socket.write(head);
      socket.write(photo.subarray(0, sent));
      await vi.waitFor(() => expect(begun).toBe(begunBefore + 1), 10_000);
      socket.destroy();
      await vi.waitFor(() => expect(settled).toBe(begun), 10_000);
      expect(await keptFiles()).toEqual([]);
    },
  );
});
