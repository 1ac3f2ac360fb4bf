import { createHash } from "node:crypto";

/** A number from 0 to 1. */
export type Random = () => number;

/** Numbers that are the same for the same seed. */
export function numbersFrom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest();
  return () => {
    const number = state.readUInt32BE() / 2 ** 32;
    state = createHash("sha256").update(state).digest();
    return number;
  };
}

/** Quicker numbers for scenes of many small things. */
export function manyNumbersFrom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32BE();
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();

/** As many pieces of SVG as asked for, one after the other. */
export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

/** From top to bottom. */
export const fade = (id: string, ...colours: string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${colours
    .map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join("")}</linearGradient>`;

/** A tile of noise that is drawn once and repeated: `frequency` of its specks, per pixel and direction. */
export const speckle = (
  id: string,
  frequency: string,
  [red, green, blue]: [number, number, number],
  strength: number,
) =>
  `<filter id="${id}-noise" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="2" stitchTiles="stitch"/><feColorMatrix values="0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} 0 ${strength} 0 0 ${-0.42 * strength}"/></filter><pattern id="${id}" width="200" height="200" patternUnits="userSpaceOnUse"><rect width="200" height="200" filter="url(#${id}-noise)"/></pattern>`;

/** A closed outline round a point, uneven by `roughness` of its radius. */
export function blob(random: Random, x: number, y: number, radius: number, roughness = 0.25, flatness = 1): string {
  const corners = 10;
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const reach = radius * (1 + roughness * (random() - 0.5) * 2);
    return [x + reach * Math.cos(angle), y + flatness * reach * Math.sin(angle)] as const;
  });
  const middles = points.map(([px, py], index) => {
    const [nx, ny] = points[(index + 1) % corners] ?? [px, py];
    return [(px + nx) / 2, (py + ny) / 2] as const;
  });
  const [startX, startY] = middles.at(-1) ?? [x, y];
  const curve = points.map(([px, py], index) => {
    const [mx, my] = middles[index] ?? [px, py];
    return `Q${px.toFixed(1)} ${py.toFixed(1)} ${mx.toFixed(1)} ${my.toFixed(1)}`;
  });
  return `M${startX.toFixed(1)} ${startY.toFixed(1)}${curve.join("")}Z`;
}

/** The upper edge of hills from one side of the picture to the other, closed below. */
export function ridge(random: Random, y: number, height: number, steps = 14): string {
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const x = (index / steps) * 840 - 20;
    return `${x.toFixed(0)} ${(y - height * random() * (0.4 + 0.6 * Math.abs(Math.sin(index * 1.7)))).toFixed(0)}`;
  });
  return `M-20 620L${points.join("L")}L820 620Z`;
}

const segments = ["M0 0H1", "M1 0V1", "M1 1V2", "M0 2H1", "M0 1V2", "M0 0V1", "M0 1H1"];
const segmentsOfDigits = ["012345", "12", "01346", "01236", "1256", "02356", "023456", "012", "0123456", "012356"];

/** Painted figures, `height` pixels high. */
export function digits(text: string, x: number, y: number, height: number, colour: string): string {
  const scale = height / 2;
  return [...text]
    .map((digit, index) => {
      const path = [...(segmentsOfDigits[Number(digit)] ?? "")].map((each) => segments[Number(each)]).join("");
      return `<path transform="translate(${x + index * scale * 1.7} ${y}) scale(${scale})" d="${path}" fill="none" stroke="${colour}" stroke-width="0.28" stroke-linecap="square"/>`;
    })
    .join("");
}

/** A ruler of `centimetres`, lying with its upper left corner at a point. */
export function ruler(x: number, y: number, centimetres: number, pixelsPerCm: number, turn: number): string {
  const length = centimetres * pixelsPerCm;
  const ticks = Array.from(
    { length: centimetres * 2 + 1 },
    (_, half) => `M${(half * pixelsPerCm) / 2} 0v${half % 10 === 0 ? 22 : half % 2 === 0 ? 14 : 8}`,
  ).join("");
  const figures = Array.from({ length: Math.floor(centimetres / 5) }, (_, index) =>
    digits(String((index + 1) * 5), (index + 1) * 5 * pixelsPerCm - 8, 26, 11, "#3a2c10"),
  ).join("");
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="4" y="7" width="${length}" height="44" opacity="0.35"/><rect width="${length}" height="44" fill="#f0cf62"/><path d="${ticks}" stroke="#3a2c10" stroke-width="1.6"/>${figures}</g>`;
}

/** A scene as a photograph has it: grain, and darker corners. */
export function photograph(scene: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 800 600">
<defs>${speckle("grain", "0.7", [0, 0, 0], 0.9)}<radialGradient id="lens" r="0.8"><stop offset="0.5" stop-opacity="0"/><stop offset="1" stop-opacity="0.42"/></radialGradient></defs>
${scene}
<rect width="800" height="600" fill="url(#grain)" opacity="0.28"/><rect width="800" height="600" fill="url(#lens)"/>
</svg>`;
}
