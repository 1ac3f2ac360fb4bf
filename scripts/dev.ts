/**
 * Serves the app for development at PUBLIC_URL: Vite in front reloads the web app; the server behind it restarts when
 * its code changes.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

const host = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 3000);
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
const serverPort = await getPort({ host: "127.0.0.1" });

// vite.config.ts reads it.
process.env.CAIRN_API_ORIGIN = `http://127.0.0.1:${serverPort}`;

const web = await createServer({
  configFile: join(root, "vite.config.ts"),
  clearScreen: false,
  logLevel: "warn",
  server: {
    host,
    port,
    strictPort: true,
  },
});
await web.listen();

const server = spawn(
  join(root, "node_modules", ".bin", "tsx"),
  ["watch", "--clear-screen=false", "src/server/processes/main.ts"],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(serverPort), PUBLIC_URL: publicUrl },
  },
);

// Vite ends this process on a signal; this also ends the server.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill("SIGTERM"));
process.on("exit", () => server.kill("SIGTERM"));
server.on("exit", (code) => process.exit(code ?? 0));
