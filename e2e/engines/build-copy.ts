import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How long a busy phone takes to let a new service worker take over. */
const takeOverMs = 2_000;

/** Copies the build into a folder, where a newer one can take its place. */
export async function copyBuild(folder: string) {
  const dist = join(folder, "dist");
  await cp(join(root, "dist"), dist, { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const web = join(dist, "web");
  const page = await readFile(join(web, "index.html"), "utf8");
  const worker = await readFile(join(web, "service-worker.js"), "utf8");
  let builds = 1;

  async function replace(name: string, text: string): Promise<void> {
    for (const compressed of [".br", ".gz"]) await rm(join(web, name + compressed), { force: true });
    await writeFile(join(web, name), text);
  }

  return {
    /** The server's main file. */
    main: join(dist, "server", "main.js"),
    /** Puts a build with another page in its place. @returns what `buildOf` says in it */
    async release(): Promise<string> {
      builds += 1;
      const name = `build ${builds}`;
      const list = worker.replace(/"revision":"\w+","url":"index\.html"/, `"revision":"${builds}","url":"index.html"`);
      if (list === worker) throw new Error("the service worker has no page");
      const slowly = `self.addEventListener("activate", (event) => event.waitUntil(new Promise((done) => setTimeout(done, ${takeOverMs}))));`;
      await replace("index.html", page.replace("</title>", `</title><meta name="build" content="${name}">`));
      await replace("service-worker.js", `${list}\n${slowly}\n`);
      return name;
    },
  };
}

/** In the page: which build it is of; undefined of the first. */
export const buildOf = `() => document.querySelector('meta[name="build"]')?.content`;
