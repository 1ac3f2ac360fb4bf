import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CairnProcess, killCairnProcess, startCairnProcess } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { pathOf, whyNo } from "../../../test/debian-programs.ts";
import { questPayload } from "../../../test/factories.ts";
import { type ForeignIssuer, startForeignIssuer } from "../../../test/foreign-issuer.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { type Nginx, startNginx, writeNginxConfiguration } from "../../../test/nginx.ts";

const missing = whyNo("nginx");
if (missing) console.warn(`NOT RUN: the tests behind nginx. ${missing}`);
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe.skipIf(missing !== undefined)("two web processes and a worker behind nginx, with the file of deploy/", () => {
  let dataDir: string;
  let database: TestDatabase;
  let issuer: ForeignIssuer;
  let nginx: Nginx;
  let ports: number[];
  let webs: CairnProcess[];
  let worker: CairnProcess;

  const start = (role: "web" | "worker", port: number) =>
    startCairnProcess({
      ROLE: role,
      PORT: String(port),
      PUBLIC_URL: nginx.origin,
      TRUST_PROXY: "1",
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      OIDC_ISSUER: issuer.issuer,
      OIDC_AUDIENCE: issuer.audience,
      RATE_LIMIT_PER_MINUTE: "1000000",
      LOG_LEVEL: "warn",
    });

  beforeAll(async () => {
    [database, issuer, dataDir] = await Promise.all([
      createTestDatabase(),
      startForeignIssuer(),
      makeDataFolder("cairn-rolling-"),
    ]);
    const [nginxPort, ...rest] = await Promise.all(Array.from({ length: 4 }, () => getPort({ host: "127.0.0.1" })));
    ports = rest;
    nginx = await startNginx({
      folder: join(dataDir, "nginx"),
      port: nginxPort ?? 0,
      upstreamPorts: ports.slice(0, 2),
    });
    const [first, second, third] = await Promise.all([
      start("web", ports[0] ?? 0),
      start("web", ports[1] ?? 0),
      start("worker", ports[2] ?? 0),
    ]);
    webs = [first, second];
    worker = third;
  });

  afterAll(async () => {
    await Promise.all([...webs, worker].map(killCairnProcess));
    await nginx.stop();
    await issuer.close();
    await database.drop();
    await removeDataFolder(dataDir);
  });

  const agent = new Agent({ keepAlive: true });
  type Sent = { method?: string; token?: string; type?: string; body?: Buffer; everyMs?: number };

  /** One request without a retry; a broken connection rejects. */
  function send(path: string, { method = "GET", token, type, body, everyMs }: Sent = {}) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(type ? { "content-type": type } : {}),
        ...(body ? { "content-length": body.length } : {}),
      };
      const outgoing = request(`${nginx.origin}${path}`, { method, agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", reject);
      });
      outgoing.on("error", reject);
      void write(outgoing, body, everyMs);
    });
  }

  /** In four parts with pauses, like a slow line, if `everyMs` is given. */
  async function write(outgoing: ReturnType<typeof request>, body: Buffer | undefined, everyMs: number | undefined) {
    if (body && everyMs) {
      for (let part = 0; part < 4; part++) {
        outgoing.write(body.subarray((part * body.length) / 4, ((part + 1) * body.length) / 4));
        await setTimeout(everyMs);
      }
      outgoing.end();
    } else outgoing.end(body);
  }

  async function joinNewQuest(username: string): Promise<number> {
    const { id: organizationId } = await database.db
      .insertInto("organizations")
      .values({ organization_name: "Department of Forest Ecology", organization_email: "ecology@example.org" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const admin = await issuer.mintToken({ username: "admin", groups: ["admins"] });
    const made = await send("/api/quests", {
      method: "POST",
      token: admin,
      type: "application/json",
      body: Buffer.from(JSON.stringify(questPayload(organizationId))),
    });
    const { id } = JSON.parse(made.text) as { id: number };
    const token = await issuer.mintToken({ username });
    const joined = await send(`/api/adventurers/${username}/quests/${id}/sign-up`, { method: "POST", token });
    expect(joined.status).toBe(200);
    return id;
  }

  function formOf(photo: Buffer): { type: string; body: Buffer } {
    const boundary = "a-boundary-of-the-test";
    const fields = { id: randomUUID(), tree_width: "87.5", latitude: "21.9701", longitude: "-159.3702" };
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    // A different hash each time: a comment after the start of the JPEG.
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 38]), Buffer.from(randomUUID())]);
    const body = Buffer.concat([
      Buffer.from(parts.join("") + head),
      photo.subarray(0, 2),
      comment,
      photo.subarray(2),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return { type: `multipart/form-data; boundary=${boundary}`, body };
  }

  it("each is restarted in turn under load without a failed request", async () => {
    const questId = await joinNewQuest("alice");
    const photo = await makePhoto();
    const upload = async (everyMs?: number) => {
      const token = await issuer.mintToken({ username: "alice" });
      const path = `/api/adventurers/alice/quests/${questId}/data/uploads?data_type=image`;
      return send(path, { method: "POST", token, ...formOf(photo), ...(everyMs ? { everyMs } : {}) });
    };
    const outcomes = new Map<string, number>();
    const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    let isDone = false;
    const repeat = async (kind: string, ask: () => Promise<{ status: number; text: string }>, pauseMs: number) => {
      while (!isDone) {
        const outcome = await ask().then(
          ({ status, text }) => (status < 300 ? `${status}` : `${status} ${text}`),
          (error: Error) => error.message,
        );
        count(`${kind} ${outcome}`);
        await setTimeout(pauseMs);
      }
    };
    const load = [
      repeat("read", () => send("/api/quests"), 20),
      repeat("read", () => send("/api/quests"), 35),
      repeat("page", () => send("/api/health/live"), 50),
      repeat("upload", () => upload(), 60),
      repeat("upload", () => upload(), 90),
      repeat("slow upload", () => upload(700), 10),
    ];
    for (const [index, port] of [...ports.slice(0, 2).entries()]) {
      const web = webs[index];
      web?.child.kill("SIGTERM");
      await expect
        .poll(() => fetch(`http://127.0.0.1:${port}/api/health/ready`).then(({ status }) => status))
        .toBe(503);
      expect(await web?.ended).toEqual([0, null]);
      webs[index] = await start("web", port);
      // nginx avoids it for this long, as its configuration says.
      await setTimeout(6_000);
    }
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toEqual([0, null]);
    worker = await start("worker", ports[2] ?? 0);
    isDone = true;
    await Promise.all(load);
    expect([...outcomes.keys()].sort()).toEqual(["page 200", "read 200", "slow upload 201", "upload 201"]);
    const uploaded = (outcomes.get("upload 201") ?? 0) + (outcomes.get("slow upload 201") ?? 0);
    const { points } = await database.db
      .selectFrom("quest_data")
      .select(({ fn }) => fn.countAll<number>().as("points"))
      .executeTakeFirstOrThrow();
    expect(points).toBe(uploaded);
  });

  it("nginx accepts the file, apart from the certificate", async () => {
    const folder = join(dataDir, "nginx-checked");
    const file = await writeNginxConfiguration({ folder, port: 1, upstreamPorts: [2, 3] });
    const { status, stderr } = spawnSync(pathOf("nginx"), ["-t", "-c", file, "-e", join(folder, "error.log")], {
      encoding: "utf8",
    });
    expect(stderr).toContain("syntax is ok");
    expect(status).toBe(0);
  });
});
