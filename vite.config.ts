import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type ProxyOptions } from "vite";
import { answerSchemas } from "./scripts/answer-schemas-plugin.ts";
import { compiledTexts } from "./scripts/compiled-texts.ts";
import { offline } from "./scripts/offline-plugin.ts";

const root = join(import.meta.dirname, "src", "web");

/** What the server answers in development; everything else belongs to the app. */
const serverPaths = ["/api", "/.well-known", "/oauth2", "/logout", "/signin", "/account"];

const proxied: ProxyOptions = {
  target: process.env.CAIRN_API_ORIGIN ?? "http://localhost:3000",
  configure(proxy) {
    proxy.on("error", (_error, _request, response) => {
      if (!("writeHead" in response) || response.headersSent) return;
      response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "1" });
      response.end(JSON.stringify({ code: "unavailable", detail: "The server is starting." }));
    });
  },
  // Modules of src/web/api/ have addresses that begin like the API's.
  bypass: ({ url }) => (url && /\.(tsx?|css)(\?|$)/.test(url) ? url : undefined),
};

/**
 * Fetches the fonts of the first screen before its style asks for them, but behind scripts and style: until they are there
 * the text stands in fonts of the same measure. Latin only, the rest comes when a page needs it.
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

/** Pages that people come to by a link: their code is asked for together with the shell's, not once that has arrived. */
const linkedPages = {
  "quest.html": ["pages/quest-detail-page.tsx"],
  "quest-data.html": ["pages/quest-data-page.tsx"],
  "contributions.html": ["pages/contributions-page.tsx"],
  "contribution.html": ["pages/contributions-page.tsx", "pages/contribution-page.tsx"],
};
/** Writes the shell once more for each linked page, with what that page needs in its head. */
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

/** Chunks that import each other in a ring run in an order that nobody chose; a browser then stops at what is not there yet. */
function refuseRingsOfChunks(): Plugin {
  return {
    name: "refuse-rings-of-chunks",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const importsOf = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === "chunk" ? chunk.imports : [];
      };
      const done = new Set<string>();
      const visit = (file: string, way: readonly string[]): void => {
        if (way.includes(file)) throw new Error(`Chunks in a ring: ${[...way, file].join(" → ")}`);
        if (done.has(file)) return;
        for (const imported of importsOf(file)) visit(imported, [...way, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}

/** The package leads to its development build only, which carries warnings for developers. */
function productionRouter(): Plugin {
  const router = join(import.meta.dirname, "node_modules", "react-router", "dist", "production", "index.mjs");
  return {
    name: "production-router",
    apply: "build",
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: router }] } }),
  };
}

export default defineConfig({
  root,
  plugins: [
    compiledTexts(),
    answerSchemas(),
    productionRouter(),
    react(),
    preloadFonts(),
    preloadLinkedPages(),
    offline(),
    refuseRingsOfChunks(),
  ],
  build: {
    outDir: join(import.meta.dirname, "dist", "web"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // A browser that cannot fetch ahead fetches later.
    modulePreload: { polyfill: false },
    // The content security policy takes files only, nothing that is written into another file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first load carries the names of what may follow.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            // Libraries by themselves: they stay in the browser's cache from one release of ours to the next.
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "app", tags: ["$initial"], priority: 2 },
            // What several pages share in few files: each costs a phone a round trip. The schemas stand apart, because their
            // library is most of them: only pages that fill in other forms than that of a data point need it. Files must not import
            // each other in a ring: schemas imports the other two, fields imports shared.
            {
              name: "schemas",
              test: /node_modules\/zod\/|src\/(protocol\/(protocol-schema|form-text|record-of)\.ts|texts\/validation-sayings|web\/texts\/validation-messages|contract\/(?!(enums|errors|limits|roles|routes|quest-table|table-sorts)\.ts))/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: "fields",
              test: /src\/(protocol\/[^/]+$|web\/(api\/point-protocol|components\/(row-measurement|measurements)|texts\/(protocol|validation)\.ts))/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // What only the desks of administrators and testers share.
            {
              name: "desk",
              test: /src\/((web\/)?texts\/(en\/)?(admin|desk|review|team|tests)\.|contract\/(quest-table|table-sorts)\.|web\/(api\/(admin|feature-tests|review-reasons|samples)|components\/(data-table|table-sort|fetched))\.)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // What measures, in a form of a data point or in the answer to a request for change, and what keeps it.
            {
              name: "measuring",
              test: /src\/web\/(measuring|components\/protocol-fields|positions(?=\/(distance|fixes|meters-words|moment-rules|live-position)))\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: "outbox",
              test: /src\/web\/(outbox|offline\/begun-form)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // What only long lists need.
            {
              name: "windowed",
              test: /node_modules\/@tanstack\/|src\/web\/components\/use-windowed-rows/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: "map",
              test: /node_modules\/pigeon-maps\/|src\/web\/components\/map\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: "shared",
              test: /node_modules\/lucide-react\/|src\/contract\/|src\/(web\/)?texts\/(?!(en\/)?(contributions|offline|outbox|own|position)\.)|src\/web\/(api\/(?!kept-answers)|components\/[^/]+$)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // Whole segments, so that a file of the web whose name starts the same is not taken for the server's.
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path.replaceAll(".", "\\.")}(?:[/?]|$)`, proxied])),
  },
});
