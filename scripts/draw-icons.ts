import { mkdir, readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

/** Draws the app's icons from the header's logo. Run `npm run icons` when the logo changes. */

const web = new URL("../src/web/", import.meta.url);
const [forest, paper, ochre] = ["#1f5137", "#fffdf8", "#e5a349"];

const logo = await readFile(new URL("app/shell/logo.tsx", web), "utf8");
const stones = [...logo.matchAll(/\bd="([^"]+)"/g)].map(([, path]) => path);
if (stones.length !== 3) throw new Error("The logo no longer has three stones.");

type Icon = { name: string; sizePx: number; ground: "rounded" | "full" | "none"; scale: number };

/** Systems may crop a maskable icon to a circle of 80% of its width. */
const icons: Icon[] = [
  { name: "icon-192.png", sizePx: 192, ground: "rounded", scale: 0.84 },
  { name: "icon-512.png", sizePx: 512, ground: "rounded", scale: 0.84 },
  { name: "icon-maskable-512.png", sizePx: 512, ground: "full", scale: 0.7 },
  { name: "icon-monochrome-512.png", sizePx: 512, ground: "none", scale: 0.7 },
  { name: "apple-touch-icon.png", sizePx: 180, ground: "full", scale: 0.78 },
];

/** The stones span 5.5 to 26.7 horizontally and 7 to 30.5 vertically; centred in 32 × 32. */
function svgOf({ ground, scale }: Omit<Icon, "name" | "sizePx">): string {
  const groundShape = {
    rounded: `<rect width="32" height="32" rx="7" fill="${forest}"/>`,
    full: `<rect width="32" height="32" fill="${forest}"/>`,
    none: "",
  }[ground];
  const shapes = stones.map((path, index) => {
    const fill = ground === "none" ? "#fff" : index === 2 ? ochre : paper;
    return `<path fill="${fill}" d="${path}"/>`;
  });
  const place = `translate(16 16) scale(${scale}) translate(-16.1 -18.75)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Cairn</title>${groundShape}<g transform="${place}">${shapes.join("")}</g></svg>\n`;
}

const folder = new URL("public/icons/", web);
await mkdir(folder, { recursive: true });
for (const { name, sizePx, ...shape } of icons) {
  const png = sharp(Buffer.from(svgOf(shape)), { density: (72 * sizePx) / 32 }).resize(sizePx, sizePx);
  await writeFile(new URL(name, folder), await png.png({ compressionLevel: 9, palette: true }).toBuffer());
}
await writeFile(new URL("public/favicon.svg", web), svgOf({ ground: "rounded", scale: 0.9 }));
