import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync, gzipSync } from "node:zlib";
import helmet from "@fastify/helmet";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagesOf } from "../../texts/installed-languages.ts";
import { languageOf } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { installErrorHandler } from "../calls/error-handler.ts";
import { chooseLanguageByAddress } from "./localized-pages.ts";
import { inlineScripts, servePages } from "./web-pages.ts";

const script = "console.log('cairn');".repeat(100);
const builtManifest = join("src", "web", "public", "manifest.webmanifest");
const latinFont =
  '  <link rel="preload" as="font" href="/assets/source-sans-3-latin-400-normal-1a2b.woff2" crossorigin="">\n';
let webRoot: string;
let app: FastifyInstance;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "cairn-web-"));
  await mkdir(join(webRoot, "assets"));
  for (const name of ["index.html", "quest.html", "quest-data.html", "contributions.html", "contribution.html"])
    await writeFile(
      join(webRoot, name),
      `<html lang="en"><!--${name}--><title>Cairn</title>\n${latinFont}</head><noscript>Cairn needs JavaScript.</noscript></html>`,
    );
  await copyFile(builtManifest, join(webRoot, "manifest.webmanifest"));
  for (const name of [
    "arabic-font-1a2b.css",
    "arabic-font-1a2b.css.br",
    "arabic-font-3c4d.js",
    "arabic-letters-400-1a2b.woff2",
    "noto-sans-arabic-arabic-400-normal-1a2b.woff2",
  ])
    await writeFile(join(webRoot, "assets", name), "");
  await mkdir(join(webRoot, ".vite"));
  await writeFile(join(webRoot, ".vite", "manifest.json"), "{}");
  await writeFile(join(webRoot, "assets", "app-1a2b.js"), script);
  await writeFile(join(webRoot, "assets", "app-1a2b.js.br"), brotliCompressSync(script));
  await writeFile(join(webRoot, "assets", "app-1a2b.js.gz"), gzipSync(script));
  app = fastify();
  chooseLanguageByAddress(app, { publicUrl: "https://cairn.example" });
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
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(`<!--${file}-->`)]);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-security-policy"]).toMatch(/default-src/);
    expect(answer.headers["x-frame-options"]).toBe("SAMEORIGIN");
  });

  it("are in the language of the cookie or the browser, and say so", async () => {
    const spanish = await app.inject({ url: "/profile", headers: { "accept-language": "es-MX, en;q=0.5" } });
    expect(spanish.body).toMatch(/<html lang="es" dir="ltr" data-texts="\w{8}">/);
    expect(spanish.body).toContain(`href="/api/texts/es/quests?version=`);
    expect(spanish.body).toContain(`<noscript>${textsOf(languageOf("es")).t("document.noScript")}</noscript>`);
    expect(spanish.headers["content-language"]).toBe("es");
    expect(spanish.headers.vary).toContain("Accept-Language, Cookie");
    const chosen = await app.inject({ url: "/", headers: { cookie: "language=en", "accept-language": "es" } });
    expect(chosen.body).toMatch(/<html lang="en" dir="ltr" data-texts="\w{8}">/);
    const other = '<link rel="alternate" hreflang="es" href="https://cairn.example/quests/7/data?language=es" />';
    expect((await app.inject({ url: "/quests/7/data?x=1" })).body).toContain(other);
    expect((await app.inject({ url: "/a&amp" })).body).toContain('href="https://cairn.example/a&amp;amp?language=es"');
  });

  it("their manifest is in that language as well, and asked for with the cookie that has it", async () => {
    const manifestFor = async (headers: Record<string, string>) => {
      const answer = await app.inject({ url: "/manifest.webmanifest", headers });
      const { "content-type": type, "content-language": language, vary, "cache-control": keeping } = answer.headers;
      expect([type, keeping]).toEqual(["application/manifest+json; charset=utf-8", "no-cache"]);
      expect(vary).toContain("Accept-Language, Cookie");
      const manifest = answer.json();
      expect(manifest.lang).toBe(language);
      return manifest;
    };
    const words = ({ description, shortcuts, screenshots }: Record<string, unknown>) => [
      description,
      ...(shortcuts as { name: string }[]).map(({ name }) => name),
      ...(screenshots as { label: string }[]).map(({ label }) => label),
    ];
    const built = JSON.parse(await readFile(builtManifest, "utf8"));
    expect(await manifestFor({})).toEqual({ ...built, lang: "en", dir: "ltr" });
    expect(words(built).sort()).toEqual(Object.values(messagesOf("en").get("manifest") ?? {}).sort());
    const arabic = await manifestFor({ cookie: "language=ar", "accept-language": "de" });
    expect(arabic).toMatchObject({ name: "Cairn", lang: "ar", dir: "rtl", start_url: "/" });
    expect(words(arabic).slice(0, 4)).toEqual([
      "ابحث عن مهمة، وقِس وصوّر في الميدان.",
      "البحث عن مهمة",
      "مهامي",
      "في انتظار الإرسال",
    ]);
    expect((await manifestFor({ "accept-language": "de-AT" })).shortcuts[1]).toMatchObject({
      name: "Meine Missionen",
      url: "/profile",
    });
    const page = await readFile(join("src", "web", "index.html"), "utf8");
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />');
  });

  it.each(["ar", "ar-EG"])("in %s load its font with the page, and no other", async (language) => {
    const { body } = await app.inject({ url: "/", headers: { cookie: `language=${language}` } });
    expect(body.match(/<link [^>]*(arabic|as="font")[^>]*>/g)).toEqual([
      '<link rel="stylesheet" crossorigin href="/assets/arabic-font-1a2b.css" />',
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/arabic-letters-400-1a2b.woff2" />',
    ]);
  });

  it.each(["en", "de", "es", "fr", "pt-BR", "en-XB"])("in %s load nothing Arabic", async (language) => {
    const { body } = await app.inject({ url: "/", headers: { cookie: `language=${language}` } });
    expect(body).toContain(`<html lang="${language}"`);
    expect(body).not.toMatch(/arabic/);
    expect(body).toContain(latinFont.trim());
  });

  it("an address with a language chooses it, and leads to the same address without it", async () => {
    const choose = async (url: string) => {
      const { statusCode, headers } = await app.inject({ url });
      return [statusCode, headers.location, headers["set-cookie"]];
    };
    const cookie = "language=es; Path=/; Max-Age=31536000; SameSite=Lax; Secure";
    expect(await choose("/quests/7?a=1&language=es&b=2")).toEqual([303, "/quests/7?a=1&b=2", cookie]);
    expect(await choose("/?language=es")).toEqual([303, "/", cookie]);
    expect(await choose("/profile?language=tlh%0d%0ax")).toEqual([303, "/profile", undefined]);
    // Never to another site.
    expect(await choose("//evil.example/?language=es")).toEqual([303, "/evil.example/", cookie]);
    expect(await choose("/.//evil.example?language=es")).toEqual([303, "/evil.example", cookie]);
    expect(await choose("/%5Cevil.example?language=es")).toEqual([303, "/%5Cevil.example", cookie]);
    expect((await app.inject({ url: "/assets/app-1a2b.js?language=es" })).statusCode).toBe(200);
    expect((await app.inject({ method: "POST", url: "/profile?language=es" })).statusCode).toBe(404);
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

  it("[ROUTE-17] photos shared with the app before it has its service worker lead anyone to the page, unread", async () => {
    let readCount = 0;
    const payload = new Readable({ read: () => void readCount++ });
    const headers = { "content-type": "multipart/form-data; boundary=x", authorization: "Bearer none" };
    const answer = await app.inject({ method: "POST", url: "/share", headers, payload });
    expect([answer.statusCode, answer.headers.location, readCount]).toEqual([303, "/share?unkept", 0]);
    expect((await app.inject({ url: "/share?unkept" })).body).toContain("<!--index.html-->");
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
