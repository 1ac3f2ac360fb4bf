import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../src/server/config.ts";

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), "utf8");
const settings = [...read("src/server/config.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\./gm)].map(
  ([, name]) => name ?? "",
);
const example = read("deploy/cairn.env.example");

it("the example of the settings names every one, no other, and is one that the server takes", () => {
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? "");
  expect(named.toSorted()).toEqual(settings.toSorted());
  const given = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(loadConfig(Object.fromEntries(given))).toMatchObject({
    isProduction: true,
    trustedProxies: 1,
    drainMs: 10_000,
  });
});

it("the compose file is YAML, its services have the roles, and nobody but nginx is reached from outside", () => {
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

it("what is deployed leaves time for the end of a process, and waits for as long as nginx does", () => {
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
  // an ending process waits until nginx has given up the connections that it keeps
  expect(seconds(/keepalive_timeout (\d+)s/, "deploy/nginx/cairn.conf")).toBeLessThan(failSeconds - 1);
  execFileSync("sh", ["-n", pathOf("deploy/systemd/restart-in-turn")]);
});

const analyze = "/usr/bin/systemd-analyze";
it.skipIf(!existsSync(analyze) || !existsSync("/usr/bin/node"))("systemd takes the units", () => {
  for (const unit of readdirSync(pathOf("deploy/systemd")).filter((name) => name.endsWith(".service"))) {
    const { stdout, stderr } = spawnSync(analyze, ["verify", pathOf(`deploy/systemd/${unit}`)], { encoding: "utf8" });
    expect(`${stdout}${stderr}`).not.toContain(`${unit}:`);
  }
});
