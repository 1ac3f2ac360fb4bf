import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type ProxyOptions } from "vite";

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

/** Fetches the fonts of the first screen together with its style; latin only, the rest comes when a page needs it. */
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
            injectTo: "head-prepend" as const,
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
          })),
    },
  };
}

export default defineConfig({
  root,
  plugins: [react(), preloadFonts()],
  build: {
    outDir: join(import.meta.dirname, "dist", "web"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // The content security policy takes files only, nothing that is written into another file.
    assetsInlineLimit: 0,
  },
  server: {
    host: "127.0.0.1",
    // Whole segments, so that a file of the web whose name starts the same is not taken for the server's.
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path.replaceAll(".", "\\.")}(?:[/?]|$)`, proxied])),
  },
});
