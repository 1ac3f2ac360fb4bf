/**
 * Arithmetic of decimal numbers, as people write them. A number that was written with up to 15 digits is a whole number
 * divided by a power of ten; both are exact in a `number`, and so are sums and products of such whole numbers with up
 * to 15 digits. Dividing the whole result by its power of ten then gives the `number` that is written with the exact digits:
 * `plus(0.1, 0.2)` is 0.3. Other numbers, such as a third or a root, are reckoned in binary, and a result that is within
 * their error of a decimal of 15 digits is that decimal: three thirds are 1.
 */

/** Powers of ten that a `number` holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const powerOf = (places: number): number => powers[places] ?? Number.NaN;
const placesMax = powers.length - 1;
/** Below it, whole numbers and the results of one operation with them are exact. */
const wholeMax = 2 ** 53;

/** Powers of ten that numbers are tried with: most have few digits. */
const triedPowers = [1e3, ...powers.slice(6)];

/** The smallest of these powers that makes whole numbers of both; undefined if none does. */
function findPower(one: number, other: number): number | undefined {
  for (const power of triedPowers) {
    const whole = Math.round(one * power);
    const otherWhole = Math.round(other * power);
    if (!(Math.abs(whole) + Math.abs(otherWhole) < wholeMax)) return undefined;
    if (whole / power === one && otherWhole / power === other) return power;
  }
  return undefined;
}

/** Decimal places of a number that was written with few digits; undefined for any other number. */
function placesOf(value: number): number | undefined {
  for (let places = 0; places <= placesMax; places++) {
    const whole = Math.round(value * powerOf(places));
    if (!(Math.abs(whole) < 1e15)) return undefined;
    if (whole / powerOf(places) === value) return places;
  }
  return undefined;
}

/**
 * Whether a number has at most 15 digits. A longer one may be made of a quotient whose last digits happen to be
 * noughts.
 */
const isShort = (whole: number): boolean => Math.abs(whole) < 1e15;

/** Digits that a decimal always keeps in a `number`. */
const digitsMax = 15;
/** How far a result can be off if both its numbers are within half a unit in the last place. */
const errorInUnits = 3;

/**
 * The decimal of 15 digits that a result in binary is meant to be; the result itself if there is none. Whole numbers
 * are what they are.
 * @param largest of the numbers that it was made of
 */
function settled(value: number, largest: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const size = Math.abs(value);
  const places = digitsMax - 1 - Math.floor(Math.log10(size));
  const isOrdinary = places > 0 && places <= placesMax;
  const short = isOrdinary
    ? Math.round(value * powerOf(places)) / powerOf(places)
    : Number(value.toPrecision(digitsMax));
  return Math.abs(short - value) <= errorInUnits * Number.EPSILON * Math.max(size, largest) ? short : value;
}

export function plus(one: number, other: number): number {
  // Whole numbers are what most forms add.
  if (Number.isInteger(one) && Number.isInteger(other)) return one + other;
  const power = findPower(one, other);
  if (power !== undefined) {
    const whole = Math.round(one * power) + Math.round(other * power);
    if (isShort(whole)) return whole / power;
  }
  return settled(one + other, Math.max(Math.abs(one), Math.abs(other)));
}

export const minus = (one: number, other: number): number => plus(one, -other);

/** The sum of many numbers. Each is looked at once while they are short. */
export function sumOf(numbers: readonly number[]): number {
  let power = 1;
  let sum = 0;
  for (const each of numbers) {
    let whole = Math.round(each * power);
    while (whole / power !== each) {
      const next = nextPower(power);
      const raised = sum * (next / power);
      whole = Math.round(each * next);
      if (!(Math.abs(raised) + Math.abs(whole) < wholeMax)) return sumOfAny(numbers);
      [sum, power] = [raised, next];
    }
    sum += whole;
    if (!(Math.abs(sum) < wholeMax)) return sumOfAny(numbers);
  }
  return isShort(sum) ? sum / power : sumOfAny(numbers);
}

const nextPower = (power: number): number =>
  power < 1e6 ? power * 1e3 : power < 1e22 ? power * 10 : Number.POSITIVE_INFINITY;

/** In binary, with what each addition loses (Neumaier's summation). */
function sumOfAny(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  let largest = 0;
  for (const each of numbers) {
    const next = sum + each;
    lost += Math.abs(sum) >= Math.abs(each) ? sum - next + each : each - next + sum;
    sum = next;
    largest = Math.max(largest, Math.abs(each));
  }
  const result = sum + lost;
  return Number.isFinite(result) ? settled(result, largest) : sum;
}

export function times(one: number, other: number): number {
  const product = one * other;
  if (Number.isInteger(one) && Number.isInteger(other)) return product;
  const power = findPower(one, other);
  if (power !== undefined && power <= 1e10) {
    const whole = Math.round(one * power) * Math.round(other * power);
    if (isShort(whole)) return whole / (power * power);
  }
  const [places, otherPlaces] = [placesOf(one), placesOf(other)];
  if (places !== undefined && otherPlaces !== undefined && places + otherPlaces <= placesMax) {
    const whole = Math.round(one * powerOf(places)) * Math.round(other * powerOf(otherPlaces));
    if (isShort(whole)) return whole / powerOf(places + otherPlaces);
  }
  return settled(product, 0);
}

/** A third has as many digits as a `number` can have, so that three of them are 1. */
export function dividedBy(one: number, other: number): number {
  const power = findPower(one, other);
  if (power !== undefined) return Math.round(one * power) / Math.round(other * power);
  return settled(one / other, 0);
}

/** What is left when the second number is taken away as often as it fits; it has the sign of the first one. */
export function remainderOf(one: number, other: number): number {
  const power = findPower(one, other);
  if (power === undefined) return one % other;
  return (Math.round(one * power) % Math.round(other * power)) / power;
}

export function toPower(base: number, exponent: number): number {
  if (!Number.isInteger(exponent)) return base ** exponent;
  if (exponent < 0) return dividedBy(1, toPower(base, -exponent));
  const places = placesOf(base);
  const power = places === undefined ? Number.NaN : Math.round(base * powerOf(places)) ** exponent;
  const isExact = places !== undefined && Math.abs(power) < wholeMax && places * exponent <= placesMax;
  return isExact ? power / powerOf(places * exponent) : settled(base ** exponent, 0);
}

/** Rounds to decimal places; halves go up, as in XPath. Negative places round to tens, hundreds and so on. */
export function roundedTo(value: number, digits: number): number {
  const wanted = Math.max(-15, Math.min(15, Math.trunc(digits)));
  const places = placesOf(value);
  if (places === undefined) {
    const factor = 10 ** wanted;
    return Math.round(value * factor) / factor;
  }
  if (places <= wanted) return value;
  const whole = Math.round(value * powerOf(places));
  const unit = powerOf(places - wanted);
  const below = Math.floor(whole / unit);
  const left = whole - below * unit;
  const rounded = 2 * left >= unit ? below + 1 : below;
  return wanted >= 0 ? rounded / powerOf(wanted) : rounded * powerOf(-wanted);
}

/** Writes a number with all its digits and without an exponent. */
export function writtenNumber(value: number): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([-+]\d+)$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}
