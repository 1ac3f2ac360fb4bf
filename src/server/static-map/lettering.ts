/**
 * Letters as strokes, for pictures that are drawn where no font may be installed. Each stroke is a row of points of two
 * digits, x and y, in units: capitals stand from 0 to 6, small letters from 2 to 6, tails hang to 8. One point is a dot.
 */
const strokesOf: Record<string, string> = {
  A: "062046 1434",
  B: "0006 003041423303 3344453606",
  C: "4130100105163645",
  D: "00062645412000",
  E: "40000646 0333",
  F: "400006 0333",
  G: "41301001051636454323",
  H: "0006 4046 0343",
  I: "0006",
  J: "3035261605",
  K: "0006 400346",
  L: "000646",
  M: "0600244046",
  N: "06004640",
  O: "100105163645413010",
  P: "06003041423303",
  Q: "100105163645413010 2446",
  R: "06003041423303 2346",
  S: "413010010213334445361605",
  T: "0040 2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046 4006",
  Y: "002340 2326",
  Z: "00400646",
  a: "02223336 341405162635",
  b: "0006 0312223335261605",
  c: "3322120305162635",
  d: "3036 3322120305162635",
  e: "043433221203051636",
  f: "30201116 0232",
  g: "3237281807 3322120305162635",
  h: "0006 0312223336",
  i: "0206 00",
  j: "121708 10",
  k: "0006 320436",
  l: "000516",
  m: "0206 03122326 23324346",
  n: "0206 0312223336",
  o: "120305162635332212",
  p: "0208 0312223335261605",
  q: "3238 3322120305162635",
  r: "0206 031222",
  s: "3212031424352606",
  t: "10152636 0232",
  u: "0205162635 3236",
  v: "022642",
  w: "0216233642",
  x: "0236 3206",
  y: "0225 4208",
  z: "02320636",
  "0": "100105162635312010",
  "1": "011016",
  "2": "01102031320636",
  "3": "01102031322313 233435261605",
  "4": "26200434",
  "5": "300002223335261605",
  "6": "312010010516263534231304",
  "7": "003016",
  "8": "13020110203132231304051626353423",
  "9": "051626353120100102132332",
  ".": "06",
  ",": "1607",
  ":": "03 06",
  ";": "13 1607",
  "-": "0424",
  "/": "0630",
  "|": "0007",
  "(": "10010516",
  ")": "00111506",
  "'": "0001",
  '"': "0001 2021",
  "!": "0004 06",
  "?": "01102031321314 16",
  "+": "0444 2226",
  "&": "461120310405162644",
  _: "0737",
  "·": "04",
  "©": "204062644626040220 42222444",
};

const lookalikes: Record<string, string> = {
  "–": "-",
  "—": "-",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "•": "·",
  "®": "(R)",
  "@": "(at)",
  ß: "ss",
  ø: "o",
  Ø: "O",
  æ: "ae",
  Æ: "AE",
  ł: "l",
  Ł: "L",
  đ: "d",
};

const gapUnits = 2;
const spaceUnits = 2;

export type Lettering = {
  /** The `d` of an SVG path, to be stroked with round caps, from the top left corner of the first capital. */
  path: string;
  widthPx: number;
};

/** @param unitPx size of one unit; capitals are six of them high. Accents are left out, and what has no strokes is a space. */
export function drawLettering(text: string, unitPx: number): Lettering {
  let path = "";
  let x = 0;
  for (const character of spell(text)) {
    const strokes = strokesOf[character]?.split(" ");
    if (!strokes) {
      x += spaceUnits;
      continue;
    }
    path += strokes.map((stroke) => drawStroke(stroke, x, unitPx)).join("");
    x += widthOf(strokes) + gapUnits;
  }
  return { path, widthPx: Math.max(0, x - gapUnits) * unitPx };
}

function* spell(text: string): Generator<string> {
  for (const character of text.normalize("NFD").replace(/\p{M}/gu, "")) yield* lookalikes[character] ?? character;
}

function drawStroke(stroke: string, x: number, unitPx: number): string {
  const points = (stroke.match(/../g) ?? []).map(
    (point) => `${round((x + Number(point[0])) * unitPx)} ${round(Number(point[1]) * unitPx)}`,
  );
  return `M${points.join("L")}${points.length === 1 ? "h.01" : ""}`;
}

function widthOf(strokes: string[]): number {
  return Math.max(...strokes.flatMap((stroke) => (stroke.match(/../g) ?? []).map((point) => Number(point[0]))));
}

const round = (value: number) => Math.round(value * 100) / 100;
