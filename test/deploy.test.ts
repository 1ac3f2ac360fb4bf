import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type ClientRequest, createServer, get, type IncomingMessage } from "node:http";
import { get as getByTls } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../src/server/settings/config.ts";
import { makeDataFolder, removeDataFolder } from "./data-folder.ts";
import { whyNo } from "./debian-programs.ts";
import { startNginx } from "./nginx.ts";

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), "utf8");
it("the compose file is valid, its services have their roles, and only nginx is reachable from outside", () => {
  const compose = parse(read("deploy/container/compose.yaml"), { merge: true });
  const roles = Object.values<{ environment?: { ROLE?: string } }>(compose.services).map(
    ({ environment }) => environment?.ROLE,
  );
  expect(roles).toEqual(["web", "web", "worker", undefined, undefined]);
  const open = Object.entries<{ ports?: unknown }>(compose.services).filter(([, { ports }]) => ports);
  expect(open.map(([name]) => name)).toEqual(["nginx"]);
  const nginx = read("deploy/nginx/cairn.conf");
  const replaced = [...compose.services.nginx.command[2].matchAll(/s\/([\d.:]+)\//g)].map(([, from]) => from);
  expect(replaced).toHaveLength(2);
  for (const upstream of replaced) expect(nginx).toContain(`server ${upstream} `);
  expect(compose.networks.default.ipam.config[0].subnet).toBe("172.30.99.0/24");
});

it("the deployment files allow a process enough time to shut down, and wait as long as nginx does", () => {
  const { drainMs } = loadConfig({ TRUST_PROXY: "1" });
  const seconds = (pattern: RegExp, path: string) => Number(pattern.exec(read(path))?.[1]);
  const finishSeconds = 60;
  for (const given of [
    seconds(/TimeoutStopSec=(\d+)/, "deploy/systemd/cairn-web@.service"),
    seconds(/stop_grace_period: (\d+)s/, "deploy/container/compose.yaml"),
  ]) {
    expect(given).toBeGreaterThan(drainMs / 1000 + finishSeconds);
  }
  const failSeconds = seconds(/fail_timeout=(\d+)s/, "deploy/nginx/cairn.conf");
  expect(seconds(/^ +sleep (\d+)$/m, "deploy/systemd/restart-in-turn")).toBeGreaterThan(failSeconds);
  // an ending process waits until nginx closes its idle connections
  expect(seconds(/keepalive_timeout (\d+)s/, "deploy/nginx/cairn.conf")).toBeLessThan(failSeconds - 1);
  execFileSync("sh", ["-n", pathOf("deploy/systemd/restart-in-turn")]);
});

it("each unit keeps its role and ports, whatever the settings file says", () => {
  const commands = readdirSync(pathOf("deploy/systemd"))
    .filter((name) => name.endsWith(".service"))
    .map((name) => /^ExecStart=\/usr\/bin\/env ((?:\w+=\S+ )+)/m.exec(read(`deploy/systemd/${name}`))?.[1] ?? "");
  const [web, worker] = commands.map((settings) =>
    loadConfig({
      DATABASE_URL: "postgres://cairn@127.0.0.1/cairn",
      ...Object.fromEntries(
        [...settings.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value?.replace("%i", "3001")]),
      ),
    }),
  );
  expect(web).toMatchObject({ isProduction: true, role: "web", port: 3001, metrics: { port: 13_001 } });
  expect(worker).toMatchObject({ isProduction: true, role: "worker", metrics: { port: 13_000 } });
});

it("secrets beside the compose file are neither committed nor in the image", () => {
  expect(read(".gitignore").split("\n")).toEqual(
    expect.arrayContaining([".env", "deploy/container/*.env", "deploy/container/tls/"]),
  );
  const left = read("deploy/container/Containerfile.dockerignore").split("\n");
  expect(left).toEqual(expect.arrayContaining(["deploy/container/tls", "deploy/container/*.env"]));
});

it.skipIf(whyNo("nginx") || !existsSync("/usr/bin/openssl"))(
  "nginx with TLS redirects http to https, and passes on who requested what",
  async () => {
    const folder = await makeDataFolder("cairn-tls-");
    const certificate = { file: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
    const subject = ["-subj", "/CN=cairn.example", "-addext", "subjectAltName=DNS:cairn.example"];
    execFileSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", ...subject],
      ...["-out", certificate.file, "-keyout", certificate.keyFile],
    ]);
    const upstream = createServer((request, response) => void response.end(JSON.stringify(request.headers)));
    upstream.listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const { port: upstreamPort } = upstream.address() as AddressInfo;
    const [port, redirectPort] = await Promise.all([getPort(), getPort()]);
    const tls = { ...certificate, redirectPort };
    const nginx = await startNginx({ folder, port, upstreamPorts: [upstreamPort], tls });
    try {
      const moved = await textOf(
        get({ port: redirectPort, path: "/quests/3?x=1", headers: { host: "cairn.example" } }),
      );
      expect([moved.statusCode, moved.headers.location]).toEqual([301, "https://cairn.example/quests/3?x=1"]);
      const forged = { host: "cairn.example", "x-forwarded-proto": "http", "x-forwarded-for": "203.0.113.7" };
      const trusted = { servername: "cairn.example", ca: readFileSync(certificate.file) };
      const passed = await textOf(getByTls({ port, path: "/api/quests", headers: forged, ...trusted }));
      expect(JSON.parse(passed.text)).toMatchObject({
        host: "cairn.example",
        "x-forwarded-host": "cairn.example",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "203.0.113.7, 127.0.0.1",
      });
    } finally {
      await nginx.stop();
      upstream.close();
      await removeDataFolder(folder);
    }
  },
);

async function textOf(request: ClientRequest) {
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return { statusCode: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

const analyze = "/usr/bin/systemd-analyze";
it.skipIf(!existsSync(analyze) || !existsSync("/usr/bin/node"))("systemd accepts the units", () => {
  for (const unit of readdirSync(pathOf("deploy/systemd")).filter((name) => name.endsWith(".service"))) {
    const { stdout, stderr } = spawnSync(analyze, ["verify", pathOf(`deploy/systemd/${unit}`)], { encoding: "utf8" });
    expect(`${stdout}${stderr}`).not.toContain(`${unit}:`);
  }
});
