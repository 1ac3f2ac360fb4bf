/**
 * The part of UCUM (https://ucum.org/ucum) that field science needs: prefixes, atoms, integer exponents, `.` and `/`,
 * the bases `10*` and `10^`, and annotations in braces (`{count}`).
 */

/** Atoms that can have a prefix. */
const metricAtoms =
  "m g s rad K cd C mol sr Hz N Pa J W A V F Ohm S Wb Cel T H lm lx Bq Gy Sv L l ar t u eV pc bar kat B B[SPL] cal eq osm m[Hg] m[H2O]".split(
    " ",
  );
/** Atoms without a prefix. NTU and FNU are not in UCUM, but turbidity sensors use them and UCUM has no equivalent. */
const plainAtoms =
  "10* 10^ % [ppth] [ppm] [ppb] [pptr] [pi] deg ' '' gon min h d wk mo a [pH] [in_i] [ft_i] [yd_i] [mi_i] [fth_i] [nmi_i] [kn_i] [sft_i] [acr_us] [gal_us] [oz_av] [lb_av] [degF] [psi] [in_i'Hg] [car_m] [CFU] [drp] [arb'U] att NTU FNU".split(
    " ",
  );
const prefixes = "Y Z E P T G M k h da d c m u n p f a z y".split(" ");

const atoms: ReadonlySet<string> = new Set([
  ...plainAtoms,
  ...metricAtoms,
  ...metricAtoms.flatMap((atom) => prefixes.map((prefix) => prefix + atom)),
]);

/** An atom with exponent and annotation, an integer, or only an annotation. */
const component = /^(10[*^]|(?:[^\d+\-{[\]]|\[[^\]]*\])+)?([-+]?\d+)?(\{[!-z|~]+\})?$/;

/** Whether a text is a supported UCUM code: `cm`, `mg/L`, `m.s-1`, `10*3/mL`, `[pH]`, `{birds}`. */
export function isUnit(code: string): boolean {
  if (code === "") return false;
  const parts = code.replace(/^\//, "1/").split(/[./](?![^{]*\})/);
  return parts.every((part) => {
    const match = component.exec(part);
    if (!match) return false;
    const [, atom, exponent, annotation] = match;
    if (atom !== undefined) return atoms.has(atom);
    // `10*3` is a base and its exponent; `24` is a factor.
    return exponent === undefined ? annotation !== undefined : /^\d+$/.test(exponent) && annotation === undefined;
  });
}

type UnitWords = {
  sign: string;
  /** Suffix of column names. */
  columnSuffix: string;
  /** No space after the number. */
  isAttached?: true;
};

/** Units whose common notation differs from their code. */
const unitWords: Readonly<Record<string, UnitWords>> = {
  deg: { sign: "°", columnSuffix: "degrees", isAttached: true },
  "%": { sign: "%", columnSuffix: "percent" },
  Cel: { sign: "°C", columnSuffix: "celsius" },
  "[degF]": { sign: "°F", columnSuffix: "fahrenheit" },
  "[pH]": { sign: "pH", columnSuffix: "ph" },
  "[ppth]": { sign: "‰", columnSuffix: "ppth" },
  "[ppm]": { sign: "ppm", columnSuffix: "ppm" },
  "[ppb]": { sign: "ppb", columnSuffix: "ppb" },
  "[ft_i]": { sign: "ft", columnSuffix: "ft" },
  "[in_i]": { sign: "in", columnSuffix: "in" },
  "[yd_i]": { sign: "yd", columnSuffix: "yd" },
  "[mi_i]": { sign: "mi", columnSuffix: "mi" },
  "[nmi_i]": { sign: "nmi", columnSuffix: "nmi" },
  "[kn_i]": { sign: "kn", columnSuffix: "kn" },
  "'": { sign: "′", columnSuffix: "arc_minutes", isAttached: true },
  "''": { sign: "″", columnSuffix: "arc_seconds", isAttached: true },
  "[fth_i]": { sign: "ftm", columnSuffix: "fathoms" },
  "[sft_i]": { sign: "ft²", columnSuffix: "ft2" },
  "[acr_us]": { sign: "ac", columnSuffix: "acres" },
  "[gal_us]": { sign: "gal", columnSuffix: "gal" },
  "[oz_av]": { sign: "oz", columnSuffix: "oz" },
  "[lb_av]": { sign: "lb", columnSuffix: "lb" },
  "[psi]": { sign: "psi", columnSuffix: "psi" },
  "[in_i'Hg]": { sign: "inHg", columnSuffix: "inhg" },
  "[pptr]": { sign: "ppt", columnSuffix: "ppt" },
  "[CFU]": { sign: "CFU", columnSuffix: "cfu" },
  "[drp]": { sign: "drops", columnSuffix: "drops" },
  "[arb'U]": { sign: "units", columnSuffix: "units" },
  a: { sign: "yr", columnSuffix: "years" },
  har: { sign: "ha", columnSuffix: "ha" },
};

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raise = (exponent: string) =>
  exponent.replace("-", "⁻").replace(/\d/g, (digit) => superscripts.charAt(Number(digit)));

/** Atoms with a prefix (`ug`, `kOhm`, `mm[Hg]`, `dB[SPL]`), and `10*`. */
function signOfAtom(atom: string): string {
  return atom
    .replace(/^10[*^]$/, "10")
    .replace(/^u(?=.)/, "µ")
    .replace("Ohm", "Ω")
    .replace("Cel", "°C")
    .replace("H2O", "H₂O")
    .replace(/[[\]]/g, "");
}

/** `cm` → `cm`, `deg` → `°`, `ug/m3` → `µg/m³`, `m.s-1` → `m·s⁻¹`, `{birds}` → `birds`. */
export function unitSign(unit: string): string {
  const known = unitWords[unit]?.sign;
  if (known !== undefined) return known;
  return unit
    .split(/([./](?![^{]*\}))/)
    .map((part) => {
      if (part === ".") return "·";
      if (part === "/") return "/";
      if (/^\d+$/.test(part)) return part;
      const [, body = "", exponent = "", annotation = ""] = component.exec(part) ?? ["", part];
      const atom = unitWords[body]?.sign ?? signOfAtom(body);
      return (
        atom + raise(exponent) + (body === "" ? annotation.slice(1, -1) : annotation && ` ${annotation.slice(1, -1)}`)
      );
    })
    .join("");
}

/** `187.5 cm`, `21.5°`. */
export function withUnit(value: string, unit: string | undefined): string {
  if (unit === undefined || unit === "1") return value;
  return `${value}${unitWords[unit]?.isAttached ? "" : " "}${unitSign(unit)}`;
}

/** Adds the unit to an export column's name: `tree_circumference_cm`. */
export function columnName(name: string, unit: string | undefined): string {
  if (unit === undefined) return name;
  const suffix =
    unitWords[unit]?.columnSuffix ??
    unit
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "");
  return suffix === "" ? name : `${name}_${suffix}`;
}
