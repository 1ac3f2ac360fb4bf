import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WebSocket } from "undici";
import { whyNoBrowser } from "../../test/debian-programs.ts";
import { type Driver, type Engine, type Launch, resultOf, type Tab, untilWritten } from "./driver.ts";

const path = "/usr/bin/firefox-esr";

export const firefox: Engine = {
  name: "Firefox",
  whyNot: () => whyNoBrowser("Firefox"),
  async launch(how) {
    await mkdir(how.profile, { recursive: true });
    await writeFile(join(how.profile, "user.js"), settingsOf(how));
    const args = ["--headless", "--no-remote", "--profile", how.profile, "--remote-debugging-port", "0"];
    // A group of its own: Firefox has several processes.
    const program = spawn(path, args, {
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
      env: { PATH: "/usr/bin:/bin", HOME: how.profile, LANG: "en_US.UTF-8", TZ: "UTC", MOZ_CRASHREPORTER_DISABLE: "1" },
    });
    const kill = async () => {
      if (program.exitCode !== null || program.signalCode !== null) return;
      process.kill(-(program.pid ?? 0), "SIGKILL");
      await once(program, "exit");
    };
    try {
      const [, address = ""] = await untilWritten(program.stderr, /WebDriver BiDi listening on (ws:\S+)/, 60);
      return await openSession(how, `${address}/session`, kill);
    } catch (error) {
      await kill();
      throw error;
    }
  },
};

function settingsOf({ profile, isPrivate, isDark, hasMicrophone, place }: Launch): string {
  const isRefused = place === "refused";
  const { latitude: lat, longitude: lng, accuracy } = isRefused ? { latitude: 0, longitude: 0, accuracy: 1 } : place;
  const found = JSON.stringify({ location: { lat, lng }, accuracy });
  const settings = {
    "browser.privatebrowsing.autostart": isPrivate,
    "geo.provider.testing": true,
    "geo.provider.network.url": `data:application/json,${found}`,
    "permissions.default.geo": isRefused ? 2 : 1,
    "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
    ...(hasMicrophone && { "media.navigator.streams.fake": true, "permissions.default.microphone": 1 }),
    "browser.download.dir": join(profile, "downloads"),
    "browser.download.folderList": 2,
    "browser.sessionstore.resume_from_crash": false,
    "toolkit.startup.max_resumed_crashes": -1,
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
  };
  return Object.entries(settings)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}

async function openSession({ size }: Launch, address: string, kill: () => Promise<void>): Promise<Driver> {
  const errors: string[] = [];
  const send = await connect(address, ({ level, text, stackTrace }) => {
    if (level === "error") errors.push(`${text} ${stackTrace?.callFrames[0]?.url ?? ""}`.trim());
  });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send("browsingContext.getTree", {});
  const open = async (context: string): Promise<Tab> => {
    await send("browsingContext.setViewport", { context, viewport: size });
    return makeTab(send, context);
  };
  return {
    ...(await open(contexts[0].context)),
    openTab: async () => open((await send("browsingContext.create", { type: "tab" })).context),
    readErrors: async () => errors,
    kill,
  };
}

function makeTab(send: Send, context: string): Tab {
  const target = { context };
  const show = () => send("browsingContext.activate", { context });
  return {
    goTo: (url) => send("browsingContext.navigate", { context, url, wait: "none" }),
    async run(code, argument) {
      const functionDeclaration = `async (argument) => {
        try { return JSON.stringify({ value: await (${code})(JSON.parse(argument)) }); }
        catch (error) { return JSON.stringify({ error: String(error) }); }
      }`;
      const given = [{ type: "string", value: JSON.stringify(argument ?? null) }];
      const asked = { functionDeclaration, target, arguments: given, awaitPromise: true };
      const { result } = await send("script.callFunction", asked);
      if (!result) throw new Error("The page was left.");
      return resultOf(result.value);
    },
    async setFiles(selector, files) {
      const expression = `document.querySelector(${JSON.stringify(selector)})`;
      const asked = { expression, target, awaitPromise: false, resultOwnership: "root" };
      const { result } = await send("script.evaluate", asked);
      await show();
      await send("input.setFiles", { context, element: { sharedId: result.sharedId }, files });
    },
    async act(actions) {
      await show();
      await send("input.performActions", { context, actions });
    },
    async takeScreenshot() {
      const { data } = await send("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    close: () => send("browsingContext.close", { context }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of WebDriver BiDi differ by command
type Send = (method: string, params: object) => Promise<any>;

type LogEntry = { level: string; text: string | null; stackTrace?: { callFrames: { url: string }[] } };

async function connect(address: string, onLog: (entry: LogEntry) => void): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (why: Error) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const { type, id, result, error, message, params } = JSON.parse(String(data));
    if (type === "event") return onLog(params);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser was closed."));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`No connection to ${address}`)));
  });
  let id = 0;
  return async (method, params) => {
    // What is sent after the end is never answered.
    if (socket.readyState !== WebSocket.OPEN) throw new Error("The browser was closed.");
    id += 1;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}
