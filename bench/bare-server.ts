import { createHash, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import { fastify } from "fastify";
import pg from "pg";

/**
 * The minimum for storing a photo durably: write the bytes, fsync, hash, insert one row, without sign-in or checks.
 * `/form` takes the same multipart form as ours, `/raw` only the bytes.
 */
const folder = requireSetting("BARE_FOLDER");
const pool = new pg.Pool({ connectionString: requireSetting("DATABASE_URL"), max: 8 });
await pool.query(
  "CREATE TABLE photos (id uuid PRIMARY KEY, sha256 text NOT NULL, size_bytes integer NOT NULL, created_at timestamptz NOT NULL DEFAULT now())",
);

const app = fastify();
await app.register(multipart, { limits: { fileSize: 25_000_001 } });
app.addContentTypeParser("application/octet-stream", (_request, _payload, done) => done(null));
app.post("/form", async (request, reply) => {
  const file = await request.file();
  if (!file) throw new Error("the form has no file");
  return reply.code(201).send(await keep(file.file));
});
app.post("/raw", async (request, reply) => reply.code(201).send(await keep(request.raw)));

async function keep(bytes: AsyncIterable<Buffer>): Promise<{ id: string; sha256: string }> {
  const id = randomUUID();
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const file = await open(join(folder, id), "wx", 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  const sha256 = hash.digest("hex");
  await pool.query("INSERT INTO photos (id, sha256, size_bytes) VALUES ($1, $2, $3)", [id, sha256, sizeBytes]);
  return { id, sha256 };
}

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

await app.listen({ host: "127.0.0.1", port: Number(requireSetting("PORT")) });
