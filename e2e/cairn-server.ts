import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { makeDataFolder, removeDataFolder } from "../test/data-folder.ts";
import { makeAreaMap } from "../test/make-area-map.ts";
import { untilListening } from "../test/until-listening.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const stopTimeoutMs = 20_000;

/** What the server has a map of: in the Atlantic, where no other quest is. */
export const mappedPlace = { latitude: 38.518, longitude: -45.4364 };

export const demoPassword = "lantern-on-the-ridge";

export type RunningCairn = { url: string; dataDir: string; stop: () => Promise<void> };

/** Another program may take a port before the server listens on it. */
const portsTriedMax = 5;

class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/**
 * Starts the built server, by default from `dist`, on its own port, database and data folder; logs to
 * `test-results/<logName>.log`.
 */
export async function startServer(
  environment: Record<string, string>,
  logName: string,
  main = join(root, "dist", "server", "main.js"),
): Promise<RunningCairn> {
  await mkdir(join(root, "test-results"), { recursive: true });
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await getPort({ host: "127.0.0.1" }), environment, logName, main);
    } catch (error) {
      if (!(error instanceof PortTakenError) || tries === portsTriedMax) throw error;
    }
  }
}

async function startOn(
  port: number,
  environment: Record<string, string>,
  logName: string,
  main: string,
): Promise<RunningCairn> {
  const dataDir = await makeDataFolder("cairn-e2e-");
  const url = `http://localhost:${port}`;
  const log = createWriteStream(join(root, "test-results", `${logName}.log`));
  const server = spawn(process.execPath, ["--enable-source-maps", main], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      TZ: "UTC",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      ...environment,
    },
  });
  let isPortTaken = false;
  for (const output of [server.stdout, server.stderr]) {
    output.pipe(log, { end: false });
    output.on("data", (part: Buffer) => {
      isPortTaken ||= part.includes("EADDRINUSE");
    });
  }
  const exited = new Promise((resolve) => server.once("exit", resolve));
  /** Resolves when all that it wrote is read. */
  const closed = new Promise((resolve) => server.once("close", () => log.end(resolve)));
  const stop = async () => {
    server.kill("SIGTERM");
    const timer = setTimeout(() => server.kill("SIGKILL"), stopTimeoutMs);
    await exited;
    clearTimeout(timer);
    await removeDataFolder(dataDir);
  };
  try {
    await untilListening(server);
  } catch (error) {
    await stop();
    await closed;
    const message = `${error instanceof Error ? error.message : error}; see test-results/${logName}.log`;
    throw isPortTaken ? new PortTakenError(message) : new Error(message);
  }
  return { url, dataDir, stop };
}

/** The server of the whole run, with demo content; tests find it through CAIRN_E2E_URL and CAIRN_E2E_DATA. */
export default async function startCairn(): Promise<() => Promise<void>> {
  const map = join(root, "test-results", "area.pmtiles");
  await mkdir(dirname(map), { recursive: true });
  await writeFile(map, makeAreaMap([mappedPlace.latitude, mappedPlace.longitude], "Big Meadows"));
  const settings = { DEMO: "1", DEMO_PASSWORD: demoPassword, MAP_TILES_FILE: map };
  const { url, dataDir, stop } = await startServer(settings, "server");
  process.env.CAIRN_E2E_URL = url;
  process.env.CAIRN_E2E_DATA = dataDir;
  return stop;
}
