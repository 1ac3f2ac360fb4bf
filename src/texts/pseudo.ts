const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "áƀçďéƒğĥíĵķļḿñóṗǫŕšťúṽŵẋýžÁɃÇĎÉƑĞĤÍĴĶĻḾÑÓṖǪŔŠŤÚṼŴẊÝŽ";

/** Accents every letter and doubles every vowel, which makes English about 40% longer. Marks and our name stay unchanged. */
export function toPseudo(words: string): string {
  return words
    .split(/(<\/?\w+>|\bCairn\b)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/[a-z]/gi, accent)))
    .join("");
}

function accent(letter: string): string {
  const made = accented[plain.indexOf(letter)] ?? letter;
  return /[aeiouy]/i.test(letter) ? made + made.toLowerCase() : made;
}
