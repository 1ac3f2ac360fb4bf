import { between, blob, fade, type Random, ridge, speckle, times } from "./brush.ts";

/** A tree on a meadow from root to crown. */
export function wholeTree(random: Random): string {
  const x = between(random, 370, 430);
  const greens = ["#5d7d33", "#789a45", "#476428", "#8fae57"];
  return `<defs>${fade("sky", "#9cc3e3", "#eef3ee")}${speckle("grass", "0.02 0.1", [0.12, 0.2, 0.05], 1.4)}</defs>
<rect width="800" height="470" fill="url(#sky)"/><path d="${ridge(random, 440, 90, 16)}" fill="#7f9a8a"/><rect y="430" width="800" height="170" fill="#8aa155"/><rect y="430" width="800" height="170" fill="url(#grass)"/>
<ellipse cx="${x + 30}" cy="520" rx="200" ry="26" fill="#2e3c18" opacity="0.45"/>
<path d="M${x - 26} 522C${x - 14} 430 ${x - 20} 380 ${x - 60} 300L${x - 40} 296C${x - 16} 340 ${x - 6} 350 ${x} 330L${x + 8} 250L${x + 22} 252L${x + 18} 350C${x + 30} 340 ${x + 50} 310 ${x + 62} 290L${x + 80} 300C${x + 40} 370 ${x + 22} 430 ${x + 34} 522Z" fill="#5a4532"/>
${times(90, (index) => {
  const angle = between(random, 0, 2 * Math.PI);
  const reach = Math.sqrt(random());
  return `<path d="${blob(random, x + 215 * reach * Math.cos(angle), 215 + 150 * reach * Math.sin(angle), between(random, 22, 52), 0.35)}" fill="${greens[index % 4]}" opacity="0.88"/>`;
})}`;
}

/** A mountain over a valley with its snow line, or the cloud before it; two painted stones in front. */
export function snowSlope(random: Random, { isCloudy }: { isCloudy: boolean }): string {
  const peak = between(random, 360, 460);
  const cloud = `<rect width="800" height="600" fill="url(#cloud)"/>${times(14, () => `<ellipse cx="${between(random, -40, 840)}" cy="${between(random, 120, 420)}" rx="${between(random, 120, 260)}" ry="${between(random, 40, 110)}" fill="url(#puff)"/>`)}`;
  const stone = (x: number) =>
    `<path d="${blob(random, x, 540, 44, 0.18, 0.8)}" fill="#7f7a70"/><path d="M${x - 16} 522l30 -6v14l-30 6Z" fill="#c8341f"/>`;
  return `<defs>${fade("sky", isCloudy ? "#b9c2c8" : "#3f78b8", isCloudy ? "#e3e7e8" : "#bcd6e8")}<linearGradient id="cloud" x2="0" y2="1"><stop offset="0" stop-color="#dfe4e7"/><stop offset="0.55" stop-color="#e4e8ea" stop-opacity="0.94"/><stop offset="0.85" stop-color="#e4e8ea" stop-opacity="0"/></linearGradient><radialGradient id="puff"><stop offset="0" stop-color="#fff" stop-opacity="0.6"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>${speckle("scree", "0.03 0.05", [0.14, 0.1, 0.08], 1.6)}</defs>
<rect width="800" height="600" fill="url(#sky)"/>
<path d="M-20 420L120 250L200 300L${peak} 60L560 240L640 200L820 380V620H-20Z" fill="#7a6a5b"/><path d="M-20 420L120 250L200 300L${peak} 60L560 240L640 200L820 380V620H-20Z" fill="url(#scree)"/>
<path d="M120 250L200 300L${peak} 60L560 240L640 200L710 262L660 300L620 282L560 330L500 296L450 340L${peak} 290L330 346L270 312L210 350L160 312L70 330Z" fill="#f5f8fa"/>
<path d="M${peak} 60L${peak + 10} 288L450 340L500 296L560 330L620 282L560 240Z" fill="#c3d2df"/>
<path d="${ridge(random, 470, 60, 14)}" fill="#5c6146"/><rect y="470" width="800" height="140" fill="#6e6a48"/><rect y="440" width="800" height="170" fill="url(#scree)"/>
${isCloudy ? cloud : times(5, () => `<ellipse cx="${between(random, 0, 800)}" cy="${between(random, 30, 120)}" rx="${between(random, 60, 150)}" ry="${between(random, 12, 26)}" fill="url(#puff)"/>`)}
${stone(250)}${stone(520)}`;
}

/** A stump gnawed to a point, with its chips. */
export function gnawedStump(random: Random): string {
  return `<defs>${speckle("bark", "0.05 0.02", [0.1, 0.08, 0.06], 2)}${speckle("litter", "0.05", [0.13, 0.1, 0.05], 1.8)}${fade("forest", "#5b6b58", "#8b8a63")}</defs>
<rect width="800" height="360" fill="url(#forest)"/>${times(9, () => `<rect x="${between(random, -10, 790)}" y="-10" width="${between(random, 8, 26)}" height="380" fill="#39402f" opacity="0.55"/>`)}
<rect y="340" width="800" height="260" fill="#7d6f46"/><rect y="340" width="800" height="260" fill="url(#litter)"/>
<ellipse cx="410" cy="540" rx="230" ry="34" fill="#1d170d" opacity="0.45"/>
<path d="M284 545C300 480 306 430 310 372L398 212Q408 190 420 214L512 372C514 430 522 480 540 545Q410 580 284 545Z" fill="#6d5a47"/><path d="M284 545C300 480 306 430 310 372L512 372C514 430 522 480 540 545Q410 580 284 545Z" fill="url(#bark)"/>
<path d="M310 376Q350 400 410 402T512 376L420 214Q408 190 398 212Z" fill="#e6c891"/>
${times(46, () => {
  const share = random();
  const y = 230 + 160 * share;
  const x = 410 + between(random, -92, 92) * share;
  return `<path d="M${x} ${y}q7 5 4 17" stroke="${random() < 0.5 ? "#b98d4e" : "#f6e2b8"}" stroke-width="4" fill="none"/>`;
})}
<path d="M310 376Q350 400 410 402T512 376" stroke="#4b3a28" stroke-width="6" fill="none"/>
${times(50, () => `<path transform="translate(${between(random, 150, 680)} ${between(random, 510, 590)}) rotate(${between(random, 0, 180)})" d="M-12 0q12 -9 24 0q-12 6 -24 0Z" fill="#ecd3a0"/>`)}`;
}

/** A lodge of sticks and mud at the edge of the water. */
export function beaverLodge(random: Random): string {
  return `<defs>${fade("pond", "#7d93a0", "#26404a")}${fade("sky", "#c4d3da", "#eef0ea")}</defs>
<rect width="800" height="260" fill="url(#sky)"/>${times(70, () => {
    const x = between(random, -10, 810);
    const height = between(random, 60, 170);
    return `<path d="M${x - 16} 262L${x} ${262 - height}L${x + 16} 262Z" fill="${random() < 0.5 ? "#2f4836" : "#3e5a42"}"/>`;
  })}
<rect y="256" width="800" height="344" fill="url(#pond)"/><path d="M190 430Q300 226 420 222T640 430Z" fill="#5b452e"/>
${times(150, () => {
  const angle = between(random, 0.05, Math.PI - 0.05);
  const reach = between(random, 0.35, 1.02);
  const x = 415 + 220 * reach * Math.cos(angle);
  const y = 432 - 205 * reach * Math.sin(angle);
  const turn = between(random, -0.9, 0.9);
  return `<path d="M${x - 40 * Math.cos(turn)} ${y - 40 * Math.sin(turn)}L${x + 40 * Math.cos(turn)} ${y + 40 * Math.sin(turn)}" stroke="${["#8a6f4e", "#6d543a", "#b09a7c", "#4c3926"][Math.floor(random() * 4)]}" stroke-width="${between(random, 4, 9)}" stroke-linecap="round"/>`;
})}
${times(12, () => `<path d="${blob(random, between(random, 330, 500), between(random, 260, 350), between(random, 12, 28), 0.4, 0.6)}" fill="#3d2f20"/>`)}
${times(16, () => `<path d="M${between(random, 180, 660)} ${between(random, 438, 470)}q20 ${between(random, -10, 10)} 44 0" stroke="#7d9a45" stroke-width="4" fill="none"/>`)}
<rect y="430" width="800" height="170" fill="#1e3944" opacity="0.35"/>${times(50, () => `<path d="M${between(random, -30, 780)} ${between(random, 450, 596)}q30 -6 ${between(random, 30, 90)} 0" stroke="#dfe9ea" stroke-width="2" opacity="0.25" fill="none"/>`)}`;
}
