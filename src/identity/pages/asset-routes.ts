import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import { contoursSvg } from "./contours.ts";
import { iconSvg } from "./layout.ts";
import { pageScripts } from "./page-scripts.ts";
import { styleSheet } from "./styles.ts";

const immutable = "public, max-age=31536000, immutable";
const oneDay = "public, max-age=86400";

const fontFiles: Record<string, string> = {
  "fraunces-600": "@fontsource/fraunces/files/fraunces-latin-600-normal.woff2",
  "noto-sans-arabic-400": "@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2",
  "noto-sans-arabic-600": "@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2",
  "source-sans-3-400": "@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2",
  "source-sans-3-600": "@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2",
};

/** Styles, scripts, fonts and images of the hosted pages. */
export function assetRoutes(app: FastifyInstance): void {
  const contours = contoursSvg();
  // Its address contains its digest.
  app.get("/signin/style.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", immutable).send(styleSheet),
  );
  for (const { address, source } of pageScripts) {
    app.get(address, async (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", immutable).send(source),
    );
  }
  app.get("/signin/contours.svg", async (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", oneDay).send(contours),
  );
  app.get("/signin/icon.svg", async (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", oneDay).send(iconSvg),
  );
  for (const [name, file] of Object.entries(fontFiles)) {
    app.get(`/signin/fonts/${name}.woff2`, async (_request, reply) => {
      const font = await readFont(file);
      // Installations without the build's packages use system fonts.
      if (!font) return reply.code(404).send();
      return reply.type("font/woff2").header("cache-control", oneDay).send(font);
    });
  }
}

async function readFont(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(createRequire(import.meta.url).resolve(file));
  } catch {
    return undefined;
  }
}
