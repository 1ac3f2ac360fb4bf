import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { whyNoBrowser } from "../../test/debian-programs.ts";
import { type Driver, type Engine, type Launch, resultOf, type Tab, untilWritten } from "./driver.ts";

const driverPath = "/usr/bin/WebKitWebDriver";
const xvfbPath = "/usr/bin/Xvfb";
const viewPath = fileURLToPath(new URL("webkit-view.py", import.meta.url));

export const webkit: Engine = {
  name: "WebKitGTK",
  whyNot: () => whyNoBrowser("WebKitGTK"),
  async launch(how) {
    const screen = spawn(xvfbPath, ["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [, display = ""] = await untilWritten(screen.stdout, /(\d+)\n/);
    const port = await getPort({ host: "127.0.0.1" });
    const process = spawn(driverPath, ["--host=127.0.0.1", `--port=${port}`], {
      stdio: "ignore",
      env: {
        PATH: "/usr/bin:/bin",
        HOME: how.profile,
        XDG_RUNTIME_DIR: how.profile,
        DISPLAY: `:${display}`,
        LANG: "C.UTF-8",
        TZ: "UTC",
        // There is no graphics card.
        WEBKIT_DISABLE_DMABUF_RENDERER: "1",
        LIBGL_ALWAYS_SOFTWARE: "1",
        GDK_BACKEND: "x11",
        NO_AT_BRIDGE: "1",
      },
    });
    try {
      return await openSession(how, `http://127.0.0.1:${port}`, [process, screen]);
    } catch (error) {
      await end([process, screen]);
      throw error;
    }
  },
};

async function openSession(how: Launch, driverUrl: string, programs: readonly ChildProcess[]): Promise<Driver> {
  const { profile, isPrivate, isDark, size, place } = how;
  const args = [
    `--profile=${profile}`,
    `--size=${size.width}x${size.height}`,
    ...(place === "refused" ? [] : [`--place=${place.latitude},${place.longitude},${place.accuracy}`]),
    ...(isPrivate ? ["--private"] : []),
    ...(isDark ? ["--dark"] : []),
  ];
  const alwaysMatch = { "webkitgtk:browserOptions": { binary: viewPath, args }, pageLoadStrategy: "none" };
  const { sessionId } = await whenListening(() => post(`${driverUrl}/session`, { capabilities: { alwaysMatch } }));
  const session = `${driverUrl}/session/${sessionId}`;
  const viewPid = Number(await readFile(join(profile, "pid"), "ascii"));
  const [first] = await get(`${session}/window/handles`);
  const open = makeTabs(session);
  return {
    ...open(first),
    openTab: async () => open((await post(`${session}/window/new`, { type: "tab" })).handle),
    async readErrors() {
      const console = await readFile(join(profile, "console"), "utf8");
      return console.split("\n").filter((line) => /(^|: )CONSOLE (\S+ )?ERROR /.test(line));
    },
    async kill() {
      process.kill(viewPid, "SIGKILL");
      await end(programs);
    },
  };
}

/** The driver works in one tab at a time: each piece of work first says in which. */
function makeTabs(session: string): (handle: string) => Tab {
  let work: Promise<unknown> = Promise.resolve();
  let current = "";
  return (handle) => {
    const inTab = <T>(piece: () => Promise<T>): Promise<T> => {
      const done = work.then(async () => {
        if (current !== handle) await post(`${session}/window`, { handle });
        current = handle;
        return piece();
      });
      work = done.catch(() => {});
      return done;
    };
    return {
      goTo: (url) => inTab(() => post(`${session}/url`, { url })),
      run: (code, argument) =>
        inTab(async () => {
          const script = `const [argument, done] = arguments;
            Promise.resolve().then(() => (${code})(argument)).then(
              (value) => done(JSON.stringify({ value })),
              (error) => done(JSON.stringify({ error: String(error) })),
            );`;
          return resultOf(await post(`${session}/execute/async`, { script, args: [argument] }));
        }),
      setFiles: (selector, files) =>
        inTab(async () => {
          const found = await post(`${session}/element`, { using: "css selector", value: selector });
          const [id] = Object.values(found);
          await post(`${session}/element/${id}/value`, { text: files.join("\n") });
        }),
      act: (actions) => inTab(() => post(`${session}/actions`, { actions })),
      takeScreenshot: () =>
        inTab(async () => {
          // It would wait without end for a page that has nothing new to draw.
          await post(`${session}/execute/sync`, { script: `(${blink})()`, args: [] });
          return Buffer.from(await get(`${session}/screenshot`), "base64");
        }),
      close: () =>
        inTab(async () => {
          const [other] = await ask(`${session}/window`, { method: "DELETE" });
          current = other;
          await post(`${session}/window`, { handle: other });
        }),
    };
  };
}

/** In the page: a pixel changes for a moment. */
function blink(): void {
  const pixel = document.documentElement.appendChild(document.createElement("i"));
  let times = 0;
  const change = () => {
    times += 1;
    pixel.style.cssText = `position: fixed; top: 0; width: 1px; height: 1px; background: rgb(0 0 0 / ${times % 2}%)`;
    if (times < 40) setTimeout(change, 50);
    else pixel.remove();
  };
  change();
}

async function end(programs: readonly ChildProcess[]): Promise<void> {
  for (const program of programs) {
    if (program.exitCode !== null || program.signalCode !== null) continue;
    program.kill("SIGKILL");
    await once(program, "exit");
  }
}

async function whenListening<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      // The connection is refused until the driver listens.
      if (!(error instanceof TypeError) || tries === 100) throw error;
      await pause(100);
    }
  }
}

const post = (url: string, body: object) =>
  ask(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const get = (url: string) => ask(url);

// biome-ignore lint/suspicious/noExplicitAny: answers of WebDriver differ by command
async function ask(url: string, request?: RequestInit): Promise<any> {
  const response = await fetch(url, request);
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value?.error}: ${value?.message}`);
  return value;
}
