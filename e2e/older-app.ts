import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The commit of the oldest supported app. */
export const oldestApp = readFileSync(new URL("oldest-app.txt", import.meta.url), "utf8").trim();

/** Why that app can't be built here; undefined if it can. */
export function whyNoOldestApp(): string | undefined {
  const { status, error } = spawnSync("git", ["cat-file", "-e", `${oldestApp}^{commit}`], { cwd: root });
  if (error) return "git is not installed";
  if (status === 0) return undefined;
  return `this is no clone with the commit ${oldestApp}: fetch the whole history (git fetch --unshallow)`;
}

/**
 * Builds the oldest app's pages in a folder, with current packages, and puts the current server beside them.
 * @returns the server's main file, which serves these pages
 */
export function buildOldestApp(folder: string): string {
  const source = join(folder, "source");
  mkdirSync(source);
  const archive = execFileSync("git", ["archive", oldestApp], { cwd: root, maxBuffer: 200_000_000 });
  execFileSync("tar", ["-x", "-C", source], { input: archive });
  for (const place of [source, folder]) symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  const dist = join(folder, "dist");
  const vite = join(source, "node_modules", "vite", "bin", "vite.js");
  execFileSync(process.execPath, [vite, "build", "--outDir", join(dist, "web"), "--logLevel", "error"], {
    cwd: source,
    env: { PATH: process.env.PATH },
  });
  for (const name of ["server", "identity", "texts"]) {
    cpSync(join(root, "dist", name), join(dist, name), { recursive: true });
  }
  return join(dist, "server", "main.js");
}

/** A proxy in front of the server; once it `saysMore`, answers contain fields and values of a future server. */
export async function startNewerServer(port: number) {
  const passing = { saysMore: false };
  let upstream = "";
  const proxy = createServer((asked, answer) => {
    const { "accept-encoding": _, ...headers } = asked.headers;
    const sent = request(upstream + asked.url, { method: asked.method, headers }, (reply) => {
      const isJson = asked.url?.startsWith("/api/") && /json/.test(reply.headers["content-type"] ?? "");
      if (!passing.saysMore || !isJson) {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        return void reply.pipe(answer);
      }
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("end", () => {
        const { "content-length": _length, ...kept } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, kept);
        answer.end(asOfNextYear(Buffer.concat(parts).toString()));
      });
    });
    sent.on("error", () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  return {
    passing,
    goesTo(url: string) {
      upstream = url;
    },
    close: () => proxy.close(),
  };
}

/** Enumeration values unknown to the current app. */
const newWords: Record<string, string> = {
  quest_type: "SALT_CAVES",
  position_source: "satellite",
};

function asOfNextYear(text: string): string {
  // Not modified.
  if (text === "") return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    if (typeof value === "string" && newWords[key] !== undefined) return newWords[key];
    const isEntity = typeof value === "object" && value !== null && "id" in value;
    return isEntity ? { ...value, of_next_year: { since: 2027 } } : value;
  });
}
