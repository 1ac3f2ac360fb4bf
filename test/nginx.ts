import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { pathOf } from "./debian-programs.ts";

const configurationFile = fileURLToPath(new URL("../deploy/nginx/cairn.conf", import.meta.url));

export type Nginx = { origin: string; stop: () => Promise<void> };
export type NginxOptions = {
  folder: string;
  port: number;
  upstreamPorts: readonly number[];
  /** Without it `port` serves http, and nothing redirects to https. */
  tls?: { file: string; keyFile: string; redirectPort: number };
};

/** The configuration in `deploy/`, with a test's ports and paths. */
export async function writeNginxConfiguration({ folder, port, upstreamPorts, tls }: NginxOptions): Promise<string> {
  let text = await readFile(configurationFile, "utf8");
  const replace = (from: string | RegExp, to: string) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${configurationFile} has no ${from}`);
    text = changed;
  };
  const upstreams = upstreamPorts.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=5s;`);
  replace(
    /server 127\.0\.0\.1:3001 max_fails=1 fail_timeout=5s;\s+server 127\.0\.0\.1:3002 [^;]+;/,
    upstreams.join(" "),
  );
  if (tls) {
    replace("listen 80;", `listen 127.0.0.1:${tls.redirectPort};`);
    replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`);
    replace("/etc/ssl/cairn/fullchain.pem", tls.file);
    replace("/etc/ssl/cairn/privkey.pem", tls.keyFile);
  } else {
    replace(/server \{\s+listen 80;[^}]+\}/, "");
    replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`);
    replace(/^ *ssl_.*$/gm, "");
  }
  replace("/var/log/nginx/cairn.log", join(folder, "access.log"));
  replace("/var/log/nginx/cairn-error.log crit", `${join(folder, "error.log")} info`);
  await mkdir(folder, { recursive: true });
  const site = join(folder, "cairn.conf");
  await writeFile(site, text);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; worker_processes 2; pid ${join(folder, "nginx.pid")}; error_log ${join(folder, "error.log")} info;
     ${process.getuid?.() === 0 ? "user root;" : ""}
     events {} http { ${places.join(" ")} include ${site}; }`,
  );
  return file;
}

export async function startNginx(options: NginxOptions): Promise<Nginx> {
  const file = await writeNginxConfiguration(options);
  const child: ChildProcess = spawn(pathOf("nginx"), ["-c", file, "-e", join(options.folder, "error.log")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  await untilConnected(options.port, child);
  return {
    origin: `${options.tls ? "https" : "http"}://127.0.0.1:${options.port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilConnected(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isConnected = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      setTimeout(1_000, false),
    ]);
    socket.destroy();
    if (isConnected) return;
    await setTimeout(50);
  }
  throw new Error(`nginx ended with ${child.exitCode}`);
}
