import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import { iconSvg } from "./layout.ts";
import { pageScripts } from "./page-scripts.ts";
import { styleSheet } from "./styles.ts";

/** A deterministic SVG of contour lines, faint on light and dark pages: WebKit knows no dark mode in a page's pictures. */
function contoursSvg(): string {
  const hills = [
    { x: 250, y: 190, rings: 15, step: 27, seed: 3 },
    { x: 1210, y: 700, rings: 17, step: 29, seed: 11 },
    { x: 1290, y: 80, rings: 6, step: 22, seed: 7 },
    { x: 150, y: 860, rings: 7, step: 24, seed: 19 },
  ];
  const paths = hills.flatMap((hill) =>
    Array.from({ length: hill.rings }, (_, ring) => {
      const bold = ring % 5 === 4 ? ' class="b"' : "";
      return `<path${bold} d="${ringPath(hill, ring + 1)}"/>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1440 960" preserveAspectRatio="xMidYMid slice">
<style>path{fill:none;stroke:#8a8471;stroke-opacity:.22;stroke-width:1.2}.b{stroke-width:2.2}</style>
${paths.join("\n")}
</svg>
`;
}

function ringPath(hill: { x: number; y: number; step: number; seed: number }, ring: number): string {
  const radius = ring * hill.step;
  const points = Array.from({ length: 48 }, (_, index) => {
    const angle = (index / 48) * 2 * Math.PI;
    const wobble =
      0.16 * Math.sin(2 * angle + hill.seed + ring * 0.1) +
      0.09 * Math.sin(3 * angle + hill.seed * 2.3 - ring * 0.16) +
      0.045 * Math.sin(5 * angle + hill.seed * 4.1 + ring * 0.21);
    const distance = radius * (1 + wobble);
    return [hill.x + 1.25 * distance * Math.cos(angle), hill.y + distance * Math.sin(angle)] as const;
  });
  return smoothClosedPath(points);
}

/** A smooth closed curve through the midpoints of the sides, with the points as control points. */
function smoothClosedPath(points: readonly (readonly [number, number])[]): string {
  const last = points[points.length - 1];
  const first = points[0];
  if (!last || !first) return "";
  const round = (value: number) => Math.round(value * 10) / 10;
  const middle = (a: readonly [number, number], b: readonly [number, number]) =>
    `${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
  const bends = points.map((point, index) => {
    const next = points[index + 1] ?? first;
    return `Q${round(point[0])} ${round(point[1])} ${middle(point, next)}`;
  });
  return `M${middle(last, first)}${bends.join("")}Z`;
}

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
