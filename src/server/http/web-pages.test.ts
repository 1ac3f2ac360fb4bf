import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import helmet from "@fastify/helmet";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installErrorHandler } from "./error-handler.ts";
import { inlineScripts, servePages } from "./web-pages.ts";

const script = "console.log('cairn');".repeat(100);
let webRoot: string;
let app: FastifyInstance;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "cairn-web-"));
  await mkdir(join(webRoot, "assets"));
  for (const name of ["index.html", "quest.html", "quest-data.html", "contributions.html", "contribution.html"])
    await writeFile(join(webRoot, name), `<!--${name}-->`);
  await mkdir(join(webRoot, ".vite"));
  await writeFile(join(webRoot, ".vite", "manifest.json"), "{}");
  await writeFile(join(webRoot, "assets", "app-1a2b.js"), script);
  await writeFile(join(webRoot, "assets", "app-1a2b.js.br"), brotliCompressSync(script));
  await writeFile(join(webRoot, "assets", "app-1a2b.js.gz"), gzipSync(script));
  app = fastify();
  installErrorHandler(app);
  await app.register(helmet);
  await servePages(app, { webRoot, config: { publicUrl: "https://cairn.example" } });
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

describe("the pages of the app", () => {
  it("list their inline script by its digest", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cairn-page-"));
    await writeFile(join(folder, "index.html"), '<script>let a;\n</script><script type="module" src="/a.js"></script>');
    expect(await inlineScripts(folder)).toEqual(["'sha256-HwqmuZTl5XoY5Bm2n2AGN3ow4Yxw2Cho1OgF99I88Bc='"]);
    await rm(folder, { recursive: true });
  });

  it.each([
    ["/", "index.html"],
    ["/profile", "index.html"],
    ["/no/such/page", "index.html"],
    ["/quests/7/data", "quest-data.html"],
    ["/contributions", "contributions.html"],
    ["/contributions/0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01", "contribution.html"],
    ["/admin_dashboard/samples/7", "index.html"],
  ])("%s is answered with %s, asked for anew each time", async (url, file) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([200, `<!--${file}-->`]);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-security-policy"]).toMatch(/default-src/);
    expect(answer.headers["x-frame-options"]).toBe("SAMEORIGIN");
  });

  it.each([
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ])("a browser that takes %j is sent a script as %s, to keep", async (accepted, encoding) => {
    const answer = await app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": accepted } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["content-type"]).toMatch(/javascript/);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toBeUndefined();
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(script.length / 10);
    else expect(answer.body).toBe(script);
  });

  it("missing files and other methods don't get the page", async () => {
    expect((await app.inject({ url: "/assets/old-3c4d.js" })).statusCode).toBe(404);
    const posted = await app.inject({ method: "POST", url: "/profile" });
    expect([posted.statusCode, posted.json().code]).toEqual([404, "not_found"]);
  });

  it.each(["/.well-known/unknown", "/.well-known", "/oauth2/unknown", "/oauth2?x", "/oauth2/token", "/metrics"])(
    "%s is nothing for people: what is not there is answered with 404 and JSON",
    async (url) => {
      const answer = await app.inject({ url, headers: { accept: "text/html" } });
      expect([answer.statusCode, answer.json().code]).toEqual([404, "not_found"]);
    },
  );

  it("the build's own files are not served", async () => {
    expect((await app.inject({ url: "/.vite/manifest.json" })).statusCode).toBe(404);
  });

  it("nothing outside the web root is served", async () => {
    for (const url of ["/../package.json", "/assets/..%2f..%2fpackage.json", "/%2e%2e/package.json"])
      expect((await app.inject({ url })).body).not.toContain("dependencies");
  });
});
