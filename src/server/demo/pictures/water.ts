import { between, blob, digits, fade, type Random, ridge, speckle, times } from "./brush.ts";

const waters = { blue: ["#1d6f8f", "#0a3550"], green: ["#3f8a72", "#143f3a"], brown: ["#a58559", "#6d5233"] } as const;
export type WaterColour = keyof typeof waters;

const ripples = (random: Random, from: number, to: number, colour: string) =>
  times(70, () => {
    const y = between(random, from, to);
    const share = (y - from) / (to - from);
    const x = between(random, -80, 780);
    const length = 20 + 120 * share * random();
    return `<path d="M${x} ${y}q${length / 2} ${-3 - 5 * share} ${length} 0" stroke="${colour}" stroke-width="${1 + 2.4 * share}" opacity="${0.12 + 0.3 * random()}" fill="none"/>`;
  });

/** A white disc on its rope, seen from the jetty, just before it disappears. */
export function secchiDisc(random: Random, { colour, metres }: { colour: WaterColour; metres: number }): string {
  const [light, dark] = waters[colour];
  const x = between(random, 370, 450);
  const y = between(random, 250, 300);
  const radius = Math.max(30, 88 - 4.5 * metres);
  return `<defs><radialGradient id="deep" cx="0.5" cy="0.46" r="0.75"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient>
<radialGradient id="disc"><stop offset="0.6" stop-color="#eef6ea" stop-opacity="0.75"/><stop offset="0.93" stop-color="#d7ecdf" stop-opacity="0.55"/><stop offset="1" stop-color="#d7ecdf" stop-opacity="0"/></radialGradient>
${speckle("wood", "0.01 0.28", [0.16, 0.11, 0.06], 1.5)}</defs>
<rect width="800" height="600" fill="url(#deep)"/>
${times(26, () => `<path d="${blob(random, between(random, 0, 800), between(random, 0, 480), between(random, 20, 90), 0.5, 0.3)}" fill="${light}" opacity="0.13"/>`)}
<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * 0.94}" fill="url(#disc)"/>
<path d="M${x} ${y}L${x + 8} 470" stroke="#cfd8c4" stroke-width="2" opacity="0.35"/><path d="M${x + 5} 405L${x + 12} 620" stroke="#efe9d2" stroke-width="5"/>
${times(5, (index) => `<path d="M${x + 4 + index} ${430 + index * 34}h10" stroke="#b23a2e" stroke-width="6"/>`)}
${times(40, () => {
  const left = between(random, -60, 760);
  const top = between(random, 20, 490);
  return `<path d="M${left} ${top}q30 ${between(random, -14, 14)} ${between(random, 40, 110)} 0" stroke="#dff3f0" stroke-width="${between(random, 1, 4)}" opacity="${between(random, 0.05, 0.24)}" fill="none" stroke-linecap="round"/>`;
})}
<path d="M-10 512L820 ${between(random, 490, 530)}V620H-10Z" fill="#8d7455"/><path d="M-10 512L820 510V620H-10Z" fill="url(#wood)"/><path d="M-10 562L820 556" stroke="#33271a" stroke-width="5"/>`;
}

/** The water towards the far shore, below mountains. */
export function farShore(random: Random): string {
  return `<defs>${fade("sky", "#8fb7d6", "#e6eef0")}${fade("lake", "#7ba3ad", "#1f5a6b")}</defs>
<rect width="800" height="330" fill="url(#sky)"/>
<path d="${ridge(random, 250, 190, 9)}" fill="#8fa3b3"/><path d="${ridge(random, 290, 130, 11)}" fill="#5f7a80"/><path d="${ridge(random, 318, 60, 30)}" fill="#2f4f43"/>
<rect y="322" width="800" height="278" fill="url(#lake)"/><rect y="322" width="800" height="46" fill="#2f4f43" opacity="0.45"/>
${ripples(random, 340, 600, "#e3f1ef")}`;
}

/** A painted gauge on steps; marks stand half a metre apart. */
export function gauge(random: Random, { metres }: { metres: number }): string {
  const pixelsPerMeter = 150;
  const waterY = 430;
  const yOf = (level: number) => waterY - (level - metres) * pixelsPerMeter;
  const lowest = Math.floor(metres * 10) - 10;
  return `<defs>${fade("river", "#b08b5c", "#7d5c38")}${speckle("stone", "0.05", [0.2, 0.17, 0.13], 1.4)}</defs>
<rect width="800" height="600" fill="#b9ab93"/>
${times(9, (index) => `<rect y="${index * 56}" width="800" height="42" fill="#a39580"/><rect y="${index * 56 + 42}" width="800" height="14" fill="#75684f"/>`)}
<rect width="800" height="600" fill="url(#stone)"/>
<rect x="316" y="-10" width="150" height="640" fill="#3c3527" opacity="0.4"/><rect x="306" y="-10" width="148" height="640" fill="#f0ede2"/>
${times(46, (index) => {
  const level = (lowest + index) / 10;
  const y = yOf(level);
  const isHalf = Math.round(level * 10) % 5 === 0;
  const bar = `<rect x="306" y="${y - 7.5}" width="${isHalf ? 74 : 44}" height="7.5" fill="#a3241c"/>`;
  return isHalf && level >= 0 ? bar + digits(level.toFixed(1).replace(".", ""), 394, y - 16, 22, "#1d1a14") : bar;
})}
<path d="M-10 ${waterY + 4}Q200 ${waterY - 5} 400 ${waterY + 3}T820 ${waterY}V620H-10Z" fill="url(#river)" opacity="0.96"/>
<path d="M290 ${waterY + 8}q90 10 182 0" stroke="#f1dfc2" stroke-width="4" fill="none" opacity="0.7"/>
${ripples(random, waterY + 8, 600, "#ecd9b8")}`;
}

/** A whale between two waves: the tail of a dive, or a fin. */
export function whale(random: Random, { shows }: { shows: "fluke" | "fin" }): string {
  const x = between(random, 340, 460);
  const white = () =>
    `<path d="${blob(random, between(random, -95, 95), between(random, -92, -70), between(random, 8, 26), 0.5, 0.4)}" fill="#dfe3e2" opacity="0.85"/>`;
  const fluke = `<path d="M-16 64C-20 10 -28 -20 -58 -42C-104 -74 -150 -92 -192 -84C-160 -120 -60 -124 -6 -84Q0 -78 6 -84C60 -124 160 -120 192 -84C150 -92 104 -74 58 -42C28 -20 20 10 16 64Z" fill="#20292e"/>${times(6, white)}<path d="M-192 -84C-160 -120 -60 -124 -6 -84Q0 -78 6 -84C60 -124 160 -120 192 -84" stroke="#57656b" stroke-width="4" fill="none"/>${times(14, () => `<path d="M${between(random, -150, 150)} ${between(random, -70, -30)}v${between(random, 20, 70)}" stroke="#e8f0f1" stroke-width="2.4" opacity="0.6"/>`)}`;
  const fin = `<path d="M-230 60Q-90 -34 20 -30Q150 -26 250 60Z" fill="#222b30"/><path d="M-6 -28C-4 -70 16 -92 46 -100C36 -74 44 -44 72 -22Z" fill="#1a2226"/><path d="M-190 34Q-80 -22 20 -20" stroke="#5f6d73" stroke-width="5" fill="none" opacity="0.8"/>`;
  return `<defs>${fade("sky", "#c3d0d6", "#e9ecea")}${fade("sea", "#6b8c97", "#16394a")}</defs>
<rect width="800" height="250" fill="url(#sky)"/><path d="${ridge(random, 236, 34, 20)}" fill="#93a5ad"/>
<rect y="232" width="800" height="368" fill="url(#sea)"/>
${ripples(random, 240, 420, "#dfeaec")}
<g transform="translate(${x} 372) scale(1.15)">${shows === "fluke" ? fluke : fin}</g>
<path d="M-10 430Q120 412 250 432T500 428T820 424V620H-10Z" fill="#24505f"/>
<path d="M${x - 220} 434q110 -22 220 -4t220 4" stroke="#eef5f4" stroke-width="9" fill="none" opacity="0.75" stroke-linecap="round"/>
${ripples(random, 440, 600, "#cfe0e2")}`;
}
