const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** Digits of every script as 0 to 9. Unicode keeps the ten of a script together, from zero on. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let first = codePoint;
    while (isDigit(first - 1)) first--;
    return String((codePoint - first) % 10);
  });
}

/** Digits of Chinese and Japanese, which Unicode takes for letters: `Intl` knows no other digits of that kind. */
const hanDigits = "〇一二三四五六七八九";

/** What people type where only digits can be meant, in a number or a code. Names are searched with `plainDigits`. */
export const typedDigits = (text: string): string =>
  [...hanDigits].reduce((typed, digit, value) => typed.replaceAll(digit, `${value}`), plainDigits(text));

/** What people type into a number, with digits of every script and wide or other signs, as 0 to 9, `.`, `,` and `-`. */
export const plainNumber = (text: string): string =>
  typedDigits(text)
    // Beside a sign, `Intl` writes marks for its direction.
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(/[٫．]/g, ".")
    .replace(/[，،、]/g, ",")
    .replace(/[\u2212\u2012\u2013\uff0d]/g, "-");
