import { between, blob, fade, type Random, ridge, speckle, times } from "./brush.ts";

const hazes = { grey: ["#9aa4ac", "#cfd2d0"], brown: ["#a2927c", "#d8c4a4"], none: ["#6d9ccb", "#dbe7ee"] } as const;

/** Towers and ridges to the horizon, as far as the haze lets them be seen. */
export function horizon(random: Random, { ridges, haze }: { ridges: number; haze: keyof typeof hazes }): string {
  const [above, below] = hazes[haze];
  const tower = (x: number, top: number, width: number, opacity: number) =>
    `<g opacity="${opacity}"><rect x="${x}" y="${top}" width="${width}" height="${600 - top}" fill="#3d4650"/>${times(12, (row) => times(4, (column) => `<rect x="${x + 4 + (column * (width - 8)) / 4}" y="${top + 10 + row * 24}" width="${width / 7}" height="11" fill="#c9cfce" opacity="0.55"/>`))}</g>`;
  return `<defs>${fade("sky", above, below)}${fade("veil", `${below}00`, below)}</defs>
<rect width="800" height="600" fill="url(#sky)"/>
${times(ridges, (index) => `<path d="${ridge(random, 268 + index * 26, 60, 12)}" fill="#4f6473" opacity="${0.22 + (0.5 * (index + 1)) / 6}"/>`)}
${times(46, () => {
  const x = between(random, -20, 800);
  const top = between(random, 330, 440);
  return `<rect x="${x}" y="${top}" width="${between(random, 14, 34)}" height="${600 - top}" fill="#67717a" opacity="${0.25 + 0.06 * ridges}"/>`;
})}
${tower(610, 250, 34, Math.min(1, 0.08 + 0.15 * ridges))}${tower(408, 230, 52, Math.min(1, 0.25 + 0.14 * ridges))}
<rect y="240" width="800" height="360" fill="url(#veil)" opacity="${0.75 - 0.12 * ridges}"/>
${tower(120, 150, 92, 1)}
${times(16, (index) => `<rect x="${index * 54 - 20}" y="${between(random, 470, 540)}" width="50" height="160" fill="${["#8d8478", "#a5968a", "#7a7a78", "#9b8873", "#b0a79a"][index % 5]}"/>`)}
<rect y="574" width="800" height="26" fill="#7d776d"/><rect y="568" width="800" height="8" fill="#b9b2a4"/>`;
}

export type LichenCover = { bushy: number; leafy: number; crusty: number; leafyColour: "orange" | "grey" };

/** A palm's width of bark; covers are shares from 0 to 1. */
export function lichenBark(random: Random, { bushy, leafy, crusty, leafyColour }: LichenCover): string {
  const leaf = leafyColour === "orange" ? ["#d9952a", "#f0b844", "#b9761c"] : ["#9fb0a2", "#c3d0c0", "#7d9083"];
  const place = () => [between(random, 30, 770), between(random, 30, 570)] as const;
  return `<defs>${speckle("bark", "0.05 0.02", [0.09, 0.07, 0.05], 2.4)}${speckle("pores", "0.2", [0.1, 0.09, 0.07], 1.2)}</defs>
<rect width="800" height="600" fill="#8b7a66"/><rect width="800" height="600" fill="url(#bark)"/>
${times(34, () => {
  const x = between(random, -10, 810);
  const y = between(random, -60, 520);
  return `<path d="M${x} ${y}q${between(random, -20, 20)} 60 ${between(random, -14, 14)} ${between(random, 90, 190)}" stroke="#2e241a" stroke-width="${between(random, 4, 13)}" fill="none" opacity="0.75" stroke-linecap="round"/>`;
})}
${times(Math.round(20 * crusty), () => {
  const [x, y] = place();
  return `<path d="${blob(random, x, y, between(random, 22, 62), 0.28)}" fill="${random() < 0.6 ? "#b9c0ae" : "#d5cfa6"}" opacity="0.72" stroke="#e8eadd" stroke-width="3"/>`;
})}
${times(Math.round(14 * leafy), () => {
  const [x, y] = place();
  const size = between(random, 26, 58);
  return times(18, (index) => {
    const angle = index * 2.4;
    const reach = size * Math.sqrt((18 - index) / 18);
    return `<path d="${blob(random, x + reach * Math.cos(angle), y + reach * Math.sin(angle), size * 0.32, 0.35)}" fill="${leaf[index % 3]}" stroke="#3b3123" stroke-width="1" opacity="0.95"/>`;
  });
})}
${times(Math.round(10 * bushy), () => {
  const [x, y] = place();
  return times(30, () => {
    const angle = between(random, 0, 2 * Math.PI);
    const reach = between(random, 20, 66);
    return `<path d="M${x} ${y}q${reach * 0.6 * Math.cos(angle)} ${reach * 0.3 * Math.sin(angle)} ${reach * Math.cos(angle)} ${reach * Math.sin(angle)}" stroke="${random() < 0.5 ? "#b7c3a0" : "#8fa27c"}" stroke-width="${between(random, 2, 5)}" fill="none" stroke-linecap="round"/>`;
  });
})}
<rect width="800" height="600" fill="url(#pores)" opacity="0.5"/>`;
}

/** The ground at night: houses, a hill, lamps, and a few stars. */
export function nightLamps(random: Random, { lamps }: { lamps: number }): string {
  const glow = Math.min(0.55, lamps * 0.02);
  return `<defs>${fade("night", "#070a18", "#1a2138")}<radialGradient id="lamp"><stop offset="0" stop-color="#fff3cf"/><stop offset="0.15" stop-color="#ffd27a" stop-opacity="0.85"/><stop offset="1" stop-color="#ff9f3c" stop-opacity="0"/></radialGradient></defs>
<rect width="800" height="600" fill="url(#night)"/><ellipse cx="400" cy="450" rx="760" ry="330" fill="url(#lamp)" opacity="${glow * 0.6}"/>
${times(lamps > 15 ? 12 : 90, () => `<circle cx="${between(random, 0, 800)}" cy="${between(random, 0, 330)}" r="${between(random, 0.7, 2.1)}" fill="#f4f6ff" opacity="${between(random, 0.4, 1)}"/>`)}
<path d="${ridge(random, 400, 90, 10)}" fill="#0b0f1d"/><rect y="452" width="800" height="150" fill="#0d1018"/>
${times(9, (index) => `<path d="M${index * 96 - 30} 470v${-between(random, 26, 60)}l32 -26l34 26v70Z" fill="#05070d"/>`)}
${times(Math.min(lamps, 24), (index) => {
  const x = ((index * 313) % 760) + 20;
  const y = between(random, 418, 540);
  const size = 16 + (y - 410) * 0.28;
  return `<circle cx="${x}" cy="${y}" r="${size * 2.2}" fill="url(#lamp)" opacity="0.8"/><rect x="${x - 1.5}" y="${y}" width="3" height="${size * 1.6}" fill="#05070d"/><ellipse cx="${x}" cy="${y + size * 1.7}" rx="${size * 1.8}" ry="${size * 0.4}" fill="#ffbf66" opacity="0.28"/>`;
})}`;
}

/** The upper floors of a house at dusk, with a swift on its way to a gap under the eaves. */
export function eaves(random: Random, { scaffold }: { scaffold: boolean }): string {
  const plaster = ["#d9b98a", "#c9a58c", "#d8cdb4", "#b9b49a"][Math.floor(random() * 4)];
  const gapX = between(random, 300, 560);
  const swift = (x: number, y: number, size: number, turn: number) =>
    `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${size})" d="M0 0C-10 -14 -34 -24 -62 -20C-36 -16 -20 -6 -12 8L-24 26L-6 16L4 28L8 10C26 4 44 8 66 22C48 -4 24 -10 0 0Z" fill="#1b1714"/>`;
  return `<defs>${fade("dusk", "#7d8fb5", "#f0c8a0")}${speckle("plaster", "0.04", [0.24, 0.17, 0.1], 0.9)}</defs>
<rect width="800" height="120" fill="url(#dusk)"/><rect y="104" width="800" height="500" fill="${plaster}"/><rect y="104" width="800" height="500" fill="url(#plaster)"/>
<path d="M-10 74L810 52V106L-10 118Z" fill="#8d4a34"/>${times(34, (index) => `<path d="M${index * 25 - 8} ${74 - index * 0.65}q12 26 0 44" stroke="#6a3424" stroke-width="4" fill="none"/>`)}
<rect y="112" width="800" height="24" fill="#4c3a2b"/><rect y="136" width="800" height="34" fill="#000" opacity="0.22"/>
${times(16, (index) => `<rect x="${index * 54 + 6}" y="108" width="16" height="36" fill="#5f4733"/>`)}
<path d="${blob(random, gapX, 128, 24, 0.3, 0.5)}" fill="#120d09"/>
${times(3, (index) => {
  const x = 70 + index * 250;
  return `<rect x="${x - 12}" y="246" width="164" height="256" fill="#efe6d3"/><rect x="${x}" y="258" width="140" height="232" fill="#2f3c46"/><path d="M${x + 70} 258v232M${x} 340h140" stroke="#efe6d3" stroke-width="9"/><path d="M${x + 8} 480L${x + 60} 266h40L${x + 50} 480Z" fill="#9fb1bd" opacity="0.28"/><rect x="${x - 20}" y="498" width="180" height="14" fill="#cdbf9f"/>`;
})}
${scaffold ? times(5, (index) => `<path d="M${index * 200 + 20} 90V610" stroke="#8f9498" stroke-width="9"/>`) + times(3, (index) => `<path d="M-10 ${210 + index * 160}H810" stroke="#9c7a46" stroke-width="13"/>`) : ""}
${swift(gapX - 96, 196, 0.85, -32)}${swift(between(random, 90, 220), 60, 0.42, 12)}${swift(between(random, 600, 740), 40, 0.34, -14)}`;
}
