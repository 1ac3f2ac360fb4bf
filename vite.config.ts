import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type ProxyOptions, type Rolldown } from "vite";
import { buildTarget } from "./scripts/browser-floor.ts";
import { callsThatCodeNames } from "./scripts/calls-plugin.ts";
import { compiledTexts } from "./scripts/compiled-texts.ts";
import { offline } from "./scripts/offline-plugin.ts";
import { textsInElements } from "./scripts/texts-in-elements-plugin.ts";

const root = join(import.meta.dirname, "src", "web");

/** The development server passes these on to the API server. */
const serverPaths = ["/api", "/.well-known", "/oauth2", "/logout", "/signin", "/account", "/ogc"];

const proxied: ProxyOptions = {
  target: process.env.CAIRN_API_ORIGIN ?? "http://localhost:3000",
  configure(proxy) {
    proxy.on("error", (_error, _request, response) => {
      if (!("writeHead" in response) || response.headersSent) return;
      response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "1" });
      response.end(JSON.stringify({ code: "unavailable", detail: "The server is starting." }));
    });
  },
  // Modules of src/web/foundation/api/ share the API's path prefix.
  bypass: ({ url }) => (url && /\.(tsx?|css)(\?|$)/.test(url) ? url : undefined),
};

/**
 * Preloads the Latin fonts of the first screen, after scripts and styles. Fallback fonts with the same metrics show the
 * text until then.
 */
function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /-latin-\d+-normal-.*\.woff2$/.test(file))
          .sort()
          .map((file) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
          })),
    },
  };
}

/** Pages that links lead to: their code is requested together with the shell. */
const linkedPages = {
  "quest.html": ["pages/quest-detail-page.tsx"],
  "quest-data.html": ["pages/quest-data-page.tsx"],
  "contributions.html": ["pages/contributions-page.tsx"],
  "contribution.html": ["pages/contributions-page.tsx", "pages/contribution-page.tsx"],
};
/** Writes a copy of the shell for each linked page, with preload links for that page. */
function preloadLinkedPages(): Plugin {
  return {
    name: "preload-linked-pages",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const shell = bundle["index.html"];
        if (shell?.type !== "asset") throw new Error("There is no index.html to preload from.");
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        const closureOf = (module: string): Set<string> => {
          const found = new Set<string>();
          const visit = (file: string) => {
            if (found.has(file)) return;
            found.add(file);
            const chunk = chunks.find(({ fileName }) => fileName === file);
            for (const style of chunk?.viteMetadata?.importedCss ?? []) found.add(style);
            for (const imported of chunk?.imports ?? []) visit(imported);
          };
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
          if (!chunk) throw new Error(`${module} is in no chunk.`);
          visit(chunk.fileName);
          return found;
        };
        const ofShell = closureOf("index.html");
        for (const [fileName, modules] of Object.entries(linkedPages)) {
          const files = new Set(modules.flatMap((module) => [...closureOf(module)]));
          const tags = [...files]
            .filter((file) => !ofShell.has(file))
            .map((file) =>
              file.endsWith(".css")
                ? `    <link rel="preload" as="style" crossorigin href="/${file}">\n`
                : `    <link rel="modulepreload" crossorigin href="/${file}">\n`,
            );
          const source = shell.source.toString().replace(/^ *<link rel="preload" as="font"/m, `${tags.join("")}$&`);
          this.emitFile({ type: "asset", fileName, source });
        }
      },
    },
  };
}

/** A phone opens these with a poor signal: they load no code that they don't need, in few requests. */
const fieldPages = ["quest-detail", "quest-data", "outbox"];
/** Small modules of these that others need too: alone, they must not load the form for a map or a table. */
const sharedWithOthers = new RegExp(
  "/(src/web/(ui/(as-typed|field|marked-text|number-input)|foundation/api/point-protocol|offline/begun-form)|" +
    "src/protocol/(default-protocol|plain-digits)|lucide-react/.*/(calendar-clock|images|locate-off|map-pin-off|minus|pen-line|plus|rotate-ccw))\\.",
);
const modulesByPage = new Map<string, Set<string>>();

function modulesOf(page: string, graph: Rolldown.ChunkingContext): Set<string> {
  const known = modulesByPage.get(page);
  if (known) return known;
  const modules = new Set([join(root, "pages", `${page}-page.tsx`)]);
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  modulesByPage.set(page, modules);
  return modules;
}

/** Modules that the same field pages need share a chunk. */
function fieldPagesThatNeed(id: string, graph: Rolldown.ChunkingContext): string | null {
  const pages = fieldPages.filter((page) => modulesOf(page, graph).has(id));
  return (pages.length > 0 && sharedWithOthers.test(id) ? fieldPages : pages).join("-") || null;
}

/**
 * The first load lists the names of these scripts, so only those of pages that are opened in the field: nobody waits for
 * what a page shows later.
 */
const worthPreloading = (file: string, needed: string[], { hostType }: { hostType: "html" | "js" }) => {
  if (hostType === "html") return needed;
  if (!/\/(quest-detail|quest-data|outbox|contributions)-page-[\w-]{7}\.js$/.test(file)) return [];
  const missing = needed.filter((each) => !/\/(libraries|rolldown-runtime|index)-/.test(each));
  // The script itself is requested at once anyway.
  return missing.length > 1 ? missing : [];
};

/** The package exports only its development build, which includes warnings for developers. */
function productionRouter(): Plugin {
  const router = join(import.meta.dirname, "node_modules", "react-router", "dist", "production", "index.mjs");
  return {
    name: "production-router",
    apply: "build",
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: router }] } }),
  };
}

/** By default, names of classes end with their line, which hundreds of names in the first load can't share. */
const classNameOf = (name: string, file: string): string =>
  `${name}_${createHash("sha256").update(relative(root, file)).digest("hex").slice(0, 5)}`;

export default defineConfig({
  root,
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [
    compiledTexts(),
    callsThatCodeNames(),
    productionRouter(),
    textsInElements(),
    react(),
    preloadFonts(),
    preloadLinkedPages(),
    offline(),
  ],
  build: {
    outDir: join(import.meta.dirname, "dist", "web"),
    emptyOutDir: true,
    manifest: true,
    target: buildTarget,
    // Older browsers do without preloading.
    modulePreload: { polyfill: false, resolveDependencies: worthPreloading },
    // The content security policy allows no data URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Short, because the first load lists the names of later chunks.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            // Browsers keep libraries cached across our releases.
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "app", tags: ["$initial"], priority: 2 },
            {
              debugName: "field pages",
              name: fieldPagesThatNeed,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            { name: "calls", test: /virtual:(call|part-of-answers)\//, minShareCount: 2 },
            // Otherwise each icon would be a request.
            { name: "icons", test: /node_modules\/lucide-react\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // Whole path segments, so that modules with a similar name are not sent to the server.
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path.replaceAll(".", "\\.")}(?:[/?]|$)`, proxied])),
  },
});
