import { between, blob, fade, type Random, ruler, speckle, times } from "./brush.ts";

/** The six browns of a row of the card, from white on. */
const rows = [
  ["#f6f3ea", "#ece0c4", "#dcc48f", "#bf9a58", "#8f6a32", "#5c3f1b"],
  ["#f6f4ec", "#e6e3c0", "#ced08c", "#a3a457", "#717633", "#454a1c"],
  ["#f7f1e8", "#efd9c2", "#dfb48e", "#bd8459", "#8a5633", "#57321b"],
  ["#f6f2ee", "#e9d6d0", "#d2aaa2", "#ab786f", "#774c46", "#482a27"],
];
/** A colour of the card by its code, B1 to E6. */
const colourOf = (code: string) => rows["BCDE".indexOf(code[0] ?? "B")]?.[Number(code[1]) - 1] ?? "#8f6a32";

export type DrawnCoral = { form: "branching" | "boulder" | "plate"; lightest: string; darkest: string };

/** A coral from above with the colour card beside it. */
export function coralWithCard(random: Random, { form, lightest, darkest }: DrawnCoral): string {
  const [light, dark] = [colourOf(lightest), colourOf(darkest)];
  return `<defs>${speckle("sand", "0.08", [0.2, 0.3, 0.32], 1.1)}${fade("water", "#3f8fa6", "#2b6d80")}<radialGradient id="coral" cx="0.42" cy="0.38" r="0.7"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs>
<rect width="800" height="600" fill="#9db6ac"/><rect width="800" height="600" fill="url(#sand)"/>
${times(22, () => `<path d="${blob(random, between(random, 0, 800), between(random, 0, 600), between(random, 20, 80), 0.4)}" fill="${random() < 0.5 ? "#7f9c98" : "#6a8781"}" opacity="0.7"/>`)}
${coralOf(random, form, light, dark)}
<rect width="800" height="600" fill="url(#water)" opacity="0.2"/>
<g transform="translate(548 ${between(random, 150, 210)}) rotate(${between(random, -9, 9)})"><rect x="6" y="8" width="216" height="170" opacity="0.35"/><rect width="216" height="170" fill="#fbfaf5"/>${rows
    .map((colours, row) =>
      colours
        .map(
          (colour, column) =>
            `<rect x="${12 + column * 33}" y="${12 + row * 38}" width="29" height="32" fill="${colour}"/>`,
        )
        .join(""),
    )
    .join("")}</g>`;
}

function coralOf(random: Random, form: DrawnCoral["form"], light: string, dark: string): string {
  if (form === "boulder") {
    return `<path d="${blob(random, 310, 330, 232, 0.08)}" fill="#2f4a48" opacity="0.5" transform="translate(14 18)"/><path d="${blob(random, 305, 318, 230, 0.08)}" fill="url(#coral)"/>${times(
      170,
      () => {
        const angle = between(random, 0, 2 * Math.PI);
        const reach = 215 * Math.sqrt(random());
        return `<path d="M${305 + reach * Math.cos(angle)} ${318 + reach * Math.sin(angle)}q${between(random, -18, 18)} ${between(random, -18, 18)} ${between(random, -30, 30)} ${between(random, -12, 12)}" stroke="${random() < 0.5 ? dark : light}" stroke-width="4" fill="none" opacity="0.6" stroke-linecap="round"/>`;
      },
    )}`;
  }
  if (form === "plate") {
    return times(5, (index) => {
      const size = 225 - index * 34;
      return `<path d="${blob(random, 300 + index * 12, 330 - index * 12, size, 0.14, 0.82)}" fill="${index % 2 ? "url(#coral)" : dark}" stroke="${light}" stroke-width="7"/>`;
    });
  }
  return times(64, (index) => {
    const angle = index * 2.4;
    const reach = 205 * Math.sqrt((64 - index) / 64);
    const x = 305 + reach * Math.cos(angle);
    const y = 320 + reach * Math.sin(angle);
    const tipX = x + 22 * Math.cos(angle);
    const tipY = y + 22 * Math.sin(angle) - 14;
    return `<path d="M${305 + reach * 0.6 * Math.cos(angle)} ${326 + reach * 0.6 * Math.sin(angle)}L${tipX} ${tipY}" stroke="${dark}" stroke-width="27" stroke-linecap="round"/><path d="M${x} ${y}L${tipX} ${tipY}" stroke="${light}" stroke-width="17" stroke-linecap="round" opacity="0.8"/><circle cx="${tipX}" cy="${tipY}" r="7" fill="#f7f4ea"/>`;
  });
}

/** The edge of a meadow of seagrass, with the rope and its mark. */
export function seagrassEdge(random: Random): string {
  const edge = between(random, 330, 430);
  const blade = () => {
    const x = between(random, -20, edge + 40 * random());
    const y = between(random, 60, 640);
    const lean = between(random, 10, 46);
    return `<path d="M${x} ${y}q${lean * 0.2} -50 ${lean} ${-between(random, 70, 130)}" stroke="${["#3f6b3a", "#54833f", "#2f5533", "#6d9a4c"][Math.floor(random() * 4)]}" stroke-width="${between(random, 4, 8)}" fill="none" stroke-linecap="round"/>`;
  };
  return `<defs>${speckle("sand", "0.05", [0.3, 0.35, 0.3], 1)}</defs>
<rect width="800" height="600" fill="#b9c6b0"/><rect width="800" height="600" fill="url(#sand)"/>
<path d="M-10 -10H${edge}Q${edge - 40} 150 ${edge + 10} 300T${edge - 10} 610H-10Z" fill="#2f4a30"/>
${times(320, blade)}
<path d="M-10 420Q300 380 820 ${between(random, 380, 410)}" stroke="#e8e2cf" stroke-width="9" fill="none"/><path d="M-10 420Q300 380 820 396" stroke="#8c8468" stroke-width="9" stroke-dasharray="3 12" fill="none"/>
<rect x="560" y="366" width="34" height="52" fill="#d8432e" transform="rotate(-2 577 392)"/>
<rect width="800" height="600" fill="#2a7c96" opacity="0.26"/>`;
}

export type LaidOutLitter = { bottles: number; bags: number; fishingGear: number; fragments: number };

/** What was found on a shore, laid out on it, at most twelve of a kind. */
export function litterOnShore(random: Random, litter: LaidOutLitter): string {
  const inRow = (count: number, y: number, draw: (x: number, y: number) => string) =>
    times(Math.min(count, 12), (index) => draw(110 + index * 60 + between(random, -6, 6), y + between(random, -6, 6)));
  const plastics = ["#2f7fc1", "#e0523c", "#f2f2ee", "#49a66b", "#f0b429"];
  const any = () => plastics[Math.floor(random() * plastics.length)] ?? "#fff";
  return `<defs>${speckle("shore", "0.1", [0.25, 0.2, 0.14], 1.3)}${fade("lake", "#9fb7c2", "#6f93a3")}</defs>
<rect width="800" height="600" fill="#cbb892"/><rect y="96" width="800" height="504" fill="url(#shore)"/>
<rect width="800" height="96" fill="url(#lake)"/><path d="M-10 96Q200 82 400 98T820 92" stroke="#f4f6f2" stroke-width="8" fill="none" opacity="0.8"/>
${times(60, () => `<path d="${blob(random, between(random, 0, 800), between(random, 120, 600), between(random, 4, 16), 0.3, 0.8)}" fill="${random() < 0.5 ? "#a59a86" : "#8b8272"}" opacity="0.7"/>`)}
${times(40, () => {
  const x = between(random, -10, 800);
  return `<path d="M${x} ${between(random, 110, 150)}q14 ${between(random, -10, 10)} 40 0" stroke="#5d4a2c" stroke-width="${between(random, 2, 6)}" fill="none"/>`;
})}
${inRow(litter.bottles, 226, (x, y) => `<g transform="translate(${x} ${y}) rotate(${between(random, -14, 14)})"><rect x="-13" y="-40" width="34" height="88" rx="11" opacity="0.25"/><rect x="-17" y="-44" width="34" height="88" rx="11" fill="#cfe4e6" opacity="0.9"/><rect x="-8" y="-60" width="16" height="18" fill="${any()}"/><rect x="-17" y="-14" width="34" height="26" fill="${any()}"/></g>`)}
${inRow(litter.bags, 344, (x, y) => `<path d="${blob(random, x + 3, y + 5, 27, 0.4)}" opacity="0.25"/><path d="${blob(random, x, y, 27, 0.4)}" fill="${any()}" opacity="0.92"/><path d="M${x - 14} ${y - 6}l12 10l14 -12" stroke="#fff" stroke-width="2" fill="none" opacity="0.7"/>`)}
${inRow(litter.fishingGear, 438, (x, y) => `<path d="M${x + 24} ${y}${times(5, (index) => `c${14 + index * 3} -24 ${30 + index * 2} 26 ${-4 - index * 2} 22s-34 -30 -8 -26`)}" stroke="${random() < 0.5 ? "#1f9d7a" : "#e8762c"}" stroke-width="4" fill="none"/>`)}
${inRow(litter.fragments, 522, (x, y) => times(3, () => `<path d="${blob(random, x + between(random, -18, 18), y + between(random, -16, 16), between(random, 5, 12), 0.6)}" fill="${any()}" stroke="#4a4335" stroke-width="0.8"/>`))}
${ruler(560, 530, 10, 21, between(random, -3, 3))}`;
}
