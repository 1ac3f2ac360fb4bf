const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "áƀçďéƒğĥíĵķļḿñóṗǫŕšťúṽŵẋýžÁɃÇĎÉƑĞĤÍĴĶĻḾÑÓṖǪŔŠŤÚṼŴẊÝŽ";

/**
 * English words in the pseudo-language: every letter accented and every vowel twice, which makes them about 40 % longer.
 * Marks stay as they are.
 */
export function toPseudo(words: string): string {
  return words
    .split(/(<\/?\w+>)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/[a-z]/gi, accent)))
    .join("");
}

function accent(letter: string): string {
  const made = accented[plain.indexOf(letter)] ?? letter;
  return /[aeiouy]/i.test(letter) ? made + made.toLowerCase() : made;
}
