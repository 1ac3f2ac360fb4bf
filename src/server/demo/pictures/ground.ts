import { between, blob, fade, type Random, ruler, speckle, times } from "./brush.ts";

const lawnAndSoil = `${speckle("earth", "0.06", [0.13, 0.09, 0.05], 1.7)}`;

/** A cotton cloth on a dark surface with a ruler; `left` is what remains of it, in percent. */
export function cottonCloth(
  random: Random,
  { left, isBeforeBurial }: { left: number; isBeforeBurial?: boolean },
): string {
  const x = between(random, 150, 190);
  const y = between(random, 90, 120);
  const colour = isBeforeBurial ? "#f3efe3" : "#cdbfa3";
  const holes = Math.round((100 - left) / 2.4);
  return `<defs>${speckle("slate", "0.03 0.2", [0.35, 0.37, 0.4], 0.9)}${lawnAndSoil}<clipPath id="cloth"><path d="M${x} ${y + 10}q180 -22 380 4q12 190 -6 370q-200 20 -372 -2q-18 -190 -2 -372Z"/></clipPath></defs>
<rect width="800" height="600" fill="#2b2d31"/><rect width="800" height="600" fill="url(#slate)"/>
<g clip-path="url(#cloth)"><rect width="800" height="600" fill="${colour}"/>
${times(9, (index) => `<path d="M${x + 20} ${y + 30 + index * 42}q180 ${between(random, -26, 26)} 360 0" stroke="#8c8069" stroke-width="${between(random, 2, 7)}" opacity="0.25" fill="none"/>`)}
${isBeforeBurial ? "" : `<rect width="800" height="600" fill="url(#earth)" opacity="0.7"/>`}
${times(holes, () => `<path d="${blob(random, between(random, x, x + 380), between(random, y, y + 380), between(random, 14, 46), 0.5)}" fill="#2b2d31"/>`)}</g>
<path d="M${x} ${y + 10}q180 -22 380 4q12 190 -6 370q-200 20 -372 -2q-18 -190 -2 -372Z" stroke="#e9e2cf" stroke-width="9" stroke-dasharray="${left < 60 ? "60 22" : "14 5"}" fill="none" opacity="0.75"/>
${isBeforeBurial ? "" : times(24, () => `<path d="${blob(random, between(random, 80, 720), between(random, 60, 560), between(random, 2, 8), 0.5)}" fill="#4a3420"/>`)}
${ruler(170, 522, 20, 22, between(random, -2, 2))}`;
}

/** A dry-stone wall of a terrace, with a staff of a metre; it bulges, and stones are missing. */
export function terraceWall(random: Random, { stonesMissing = 0 }: { stonesMissing?: number }): string {
  const gaps = new Set(Array.from({ length: Math.min(stonesMissing, 9) }, () => 20 + Math.floor(random() * 40)));
  let number = 0;
  const rows = times(8, (row) => {
    let x = -20 - 40 * random();
    let stones = "";
    while (x < 820) {
      const width = between(random, 62, 130);
      const bulge = 14 * Math.sin(((x + 40) / 800) * Math.PI) * Math.sin((row / 7) * Math.PI);
      const middleY = 176 + row * 56 + bulge;
      const tone = Math.round(between(random, 112, 168));
      number += 1;
      stones += gaps.has(number)
        ? `<path d="${blob(random, x + width / 2, middleY, width / 2.1, 0.2, 0.5)}" fill="#2a1f14"/>`
        : `<path d="${blob(random, x + width / 2, middleY, width / 1.85, 0.16, 0.56)}" fill="rgb(${tone} ${tone - 12} ${tone - 34})" stroke="#3a3022" stroke-width="4"/><path d="M${x + width * 0.25} ${middleY - 14}q${width * 0.25} -10 ${width * 0.5} 0" stroke="#e6dcc4" stroke-width="4" opacity="0.45" fill="none"/>`;
      x += width;
    }
    return stones;
  });
  return `<defs>${fade("sky", "#5e93c9", "#cfe0ea")}${speckle("stone", "0.09", [0.16, 0.12, 0.07], 1.2)}</defs>
<rect width="800" height="170" fill="url(#sky)"/><path d="M-10 120Q200 40 420 96T820 60V200H-10Z" fill="#6d7f5b"/>
<rect y="140" width="800" height="470" fill="#4d3c28"/>${rows}<rect y="140" width="800" height="460" fill="url(#stone)" opacity="0.6"/>
${times(90, () => {
  const x = between(random, 0, 800);
  return `<path d="M${x} 152q${between(random, -10, 10)} -24 ${between(random, -12, 12)} ${between(random, -46, -20)}" stroke="#8d9a4c" stroke-width="3" fill="none"/>`;
})}
${times(4, (index) => `<rect x="640" y="${214 + index * 88}" width="14" height="88" fill="${index % 2 ? "#f2efe6" : "#c03327"}"/>`)}
<rect y="574" width="800" height="30" fill="#7c8448"/>`;
}

/** A clod of soil on an open hand. */
export function soilInHand(random: Random): string {
  const finger = (fromX: number, fromY: number, toX: number, toY: number, width: number) =>
    `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="#c99a76" stroke-width="${width}" stroke-linecap="round"/><path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="#dcb28f" stroke-width="${width * 0.55}" stroke-linecap="round" opacity="0.7"/>`;
  return `<defs>${speckle("clod", "0.05", [0.1, 0.06, 0.03], 2)}${speckle("grass", "0.02 0.14", [0.1, 0.17, 0.05], 1.6)}</defs>
<rect width="800" height="600" fill="#6f7d44"/><rect width="800" height="600" fill="url(#grass)"/>
${finger(300, 330, 205, 130, 66)}${finger(370, 300, 330, 70, 70)}${finger(445, 300, 455, 66, 70)}${finger(515, 330, 575, 112, 62)}${finger(300, 440, 150, 330, 76)}
<path d="M250 620Q222 430 290 322Q410 262 530 326Q588 430 548 620Z" fill="#d3a582"/><path d="M290 470Q400 420 520 480" stroke="#a9764f" stroke-width="5" fill="none" opacity="0.6"/>
<path d="${blob(random, 415, 372, 118, 0.2, 0.72)}" fill="#3c2a18" opacity="0.5" transform="translate(8 14)"/>
<path d="${blob(random, 412, 362, 116, 0.2, 0.74)}" fill="#7a5432"/>${times(40, () => `<path d="${blob(random, between(random, 320, 505), between(random, 300, 425), between(random, 6, 22), 0.4)}" fill="${random() < 0.5 ? "#8e663f" : "#573a20"}" opacity="0.7"/>`)}
<path d="M470 330q26 40 12 84M360 330q-18 30 6 70" stroke="#d8c9a6" stroke-width="2" fill="none" opacity="0.8"/>`;
}

/** A path from above with a folding rule across it; `width` of the trodden ground in centimetres. */
export function wornPath(random: Random, { width, bareRock }: { width: number; bareRock: boolean }): string {
  const half = Math.min(330, 90 + width * 0.85);
  const left = 400 - half;
  const right = 400 + half;
  return `<defs>${speckle("gravel", "0.12", [0.2, 0.15, 0.1], 1.5)}${speckle("bush", "0.05", [0.08, 0.12, 0.04], 2)}</defs>
<rect width="800" height="600" fill="#7d8550"/><rect width="800" height="600" fill="url(#bush)"/>
<path d="M${left} -10C${left + 40} 200 ${left - 30} 380 ${left + 14} 610H${right}C${right + 34} 380 ${right - 34} 200 ${right - 10} -10Z" fill="#b49b78"/>
<path d="M${left} -10C${left + 40} 200 ${left - 30} 380 ${left + 14} 610H${right}C${right + 34} 380 ${right - 34} 200 ${right - 10} -10Z" fill="url(#gravel)"/>
<path d="M400 -10C420 180 372 380 408 610" stroke="#6c5233" stroke-width="${half * 0.34}" opacity="0.35" fill="none"/>
${times(bareRock ? 26 : 8, () => {
  const tone = Math.round(between(random, 130, 185));
  return `<path d="${blob(random, between(random, left + 30, right - 30), between(random, 0, 600), between(random, 10, bareRock ? 62 : 22), 0.35, 0.7)}" fill="rgb(${tone} ${tone - 6} ${tone - 16})" stroke="#6b604e" stroke-width="2"/>`;
})}
${times(60, () => {
  const side = random() < 0.5 ? between(random, -10, left + 24) : between(random, right - 24, 810);
  return `<path d="${blob(random, side, between(random, 0, 600), between(random, 8, 34), 0.5)}" fill="${random() < 0.5 ? "#5f6d38" : "#8f9a5a"}" opacity="0.85"/>`;
})}
${times(5, (index) => `<g transform="translate(${left - 6 + (index * (2 * half + 12)) / 5} ${300 + (index % 2 ? 3 : -3)}) rotate(${index % 2 ? 1.6 : -1.6})"><rect x="2" y="6" width="${(2 * half + 12) / 5 + 8}" height="20" opacity="0.35"/><rect width="${(2 * half + 12) / 5 + 8}" height="20" fill="${index % 2 ? "#e9c75b" : "#f3d877"}"/><path d="${Array.from({ length: 12 }, (_, tick) => `M${tick * 11 + 6} 0v${tick % 5 ? 7 : 13}`).join("")}" stroke="#3a2c10" stroke-width="1.6"/></g>`)}`;
}
