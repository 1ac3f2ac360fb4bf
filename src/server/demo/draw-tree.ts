import { numbersFrom } from "./pictures/brush.ts";

export type DrawnTree = {
  /** The same seed gives the same picture. */
  seed: string;
  /** A thicker trunk fills more of the picture. */
  circumferenceCm?: number;
  /** Pixels. */
  width?: number;
  height?: number;
};

const barks = ["#8a7058", "#77695c", "#93806c", "#6f5745"];
const widestCm = 320;

/** A trunk with a measuring tape round it, before leaves out of focus, as SVG: it stands in for a photograph. */
export function drawTree({ seed, circumferenceCm = 120, width = 800, height = 600 }: DrawnTree): string {
  const random = numbersFrom(seed);
  const noiseSeed = Math.floor(random() * 1e6);
  const bark = barks[Math.floor(random() * barks.length)];
  const half = 110 + 150 * Math.min(1, circumferenceCm / widestCm);
  const middle = 400 + 60 * (random() - 0.5);
  const left = middle - half;
  const right = middle + half;
  const tapeY = 300 + 80 * (random() - 0.5);
  const tiltDegrees = 6 * (random() - 0.5);
  const sunSpots = Array.from(
    { length: 24 },
    () =>
      `<circle cx="${800 * random()}" cy="${400 * random()}" r="${14 + 36 * random()}" opacity="${0.3 * random()}"/>`,
  ).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 800 600" preserveAspectRatio="xMidYMid slice">
<defs>
<path id="trunk" d="M${left} -9C${left + 8} 200 ${left - 4} 380 ${left - 22} 609H${right + 24}C${right + 4} 400 ${right - 6} 180 ${right} -9Z"/>
<path id="tape" d="M${left - 3} 0Q${middle} 22 ${right + 3} 0v24Q${middle} 46 ${left - 3} 24Z"/>
<linearGradient id="round">
<stop offset="0" stop-opacity="0.75"/><stop offset="0.22" stop-opacity="0.15"/><stop offset="0.45" stop-opacity="0"/>
<stop offset="0.75" stop-opacity="0.25"/><stop offset="1" stop-opacity="0.8"/>
</linearGradient>
<radialGradient id="lens" r="0.75"><stop offset="0.55" stop-opacity="0"/><stop offset="1" stop-opacity="0.45"/></radialGradient>
<filter id="blurred-leaves" x="0" y="0" width="100%" height="100%">
<feTurbulence type="fractalNoise" baseFrequency="0.012" numOctaves="2" seed="${noiseSeed}"/>
<feColorMatrix values="0.9 0 0 0 -0.12  0.9 0.35 0 0 -0.1  0.5 0 0 0 -0.1  0 0 0 0 1"/>
</filter>
<pattern id="leaves" width="400" height="600" patternUnits="userSpaceOnUse"><rect width="400" height="600" filter="url(#blurred-leaves)"/></pattern>
<radialGradient id="sun"><stop offset="0.6" stop-color="#dfe9b4"/><stop offset="1" stop-color="#dfe9b4" stop-opacity="0"/></radialGradient>
<filter id="bark" x="0" y="0" width="100%" height="100%">
<feTurbulence type="turbulence" baseFrequency="0.035 0.008" numOctaves="3" seed="${noiseSeed}"/>
<feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1.2 1.2 0 0 0"/>
<feDiffuseLighting surfaceScale="14" diffuseConstant="1.1" lighting-color="#fff4e0" result="light">
<feDistantLight azimuth="205" elevation="52"/>
</feDiffuseLighting>
<feComposite in2="SourceGraphic" operator="arithmetic" k1="1.15" k3="0.1" result="wood"/>
<feTurbulence type="fractalNoise" baseFrequency="0.009 0.006" numOctaves="2" seed="${noiseSeed}"/>
<feColorMatrix values="0 0 0 0 0.36  0 0 0 0 0.44  0 0 0 0 0.22  0 5 0 0 -2.6"/>
<feComposite in2="light" operator="arithmetic" k1="0.9" k2="0.1" result="moss"/>
<feMerge><feMergeNode in="wood"/><feMergeNode in="moss"/></feMerge>
<feComposite in2="SourceGraphic" operator="in"/>
</filter>
</defs>
<rect width="800" height="600" fill="url(#leaves)"/>
<g fill="url(#sun)">${sunSpots}</g>
<use href="#trunk" fill="${bark}" filter="url(#bark)"/>
<use href="#trunk" fill="url(#round)"/>
<g transform="translate(0 ${tapeY}) rotate(${tiltDegrees} ${middle} 0)">
<use href="#tape" y="5" opacity="0.45"/>
<use href="#tape" fill="#eabe34"/>
<path d="${ticksOfTape(middle, half)}" stroke="#2b2414" stroke-width="1.6"/>
<use href="#tape" fill="url(#round)" opacity="0.6"/>
</g>
<rect width="800" height="600" fill="url(#lens)"/>
</svg>`;
}

/** Every fifth is longer; they crowd where the trunk turns away. */
function ticksOfTape(middle: number, half: number): string {
  return Array.from({ length: 61 }, (_, index) => {
    const turn = (index / 60 - 0.5) * Math.PI;
    return `M${middle + half * Math.sin(turn)} ${23 + 11 * Math.cos(turn)}v${index % 5 === 0 ? -16 : -7}`;
  }).join("");
}
