import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export type Failure = {
  name: string;
  error: string;
  /** The test file that was running when nobody caught this error. */
  uncaughtIn?: string;
};

/** Result of a check or test run. */
export type Outcome = {
  passed: number;
  failures: Failure[];
  notRun: string[];
  /** Tests that passed only when retried: a race in the test or the product. */
  secondTime?: string[];
};

/** A check that failed as a whole. */
export const failedOutcome = (name: string, error: string): Outcome => ({
  passed: 0,
  failures: [{ name, error }],
  notRun: [],
});

/** Environment variable with the file that reporters write their outcome to. */
export const outcomeFileVariable = "CAIRN_OUTCOME_FILE";

const toldMax = 40;
const linesMax = 14;
const lineLengthMax = 240;

/** The failures with the first lines of their errors; if there are many, the rest by name only. */
export function describeFailures(failures: readonly Failure[]): string {
  const told = failures.slice(0, toldMax).map(({ name, error }) => `  ${oneLine(name)}\n${firstLinesOf(error)}`);
  const named = failures.slice(toldMax).map(({ name }) => `  ${oneLine(name)}\n`);
  return `FAILED:\n${[...told, ...named].join("")}`;
}

function firstLinesOf(error: string): string {
  const lines = stripVTControlCharacters(error)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const more = lines.length > linesMax ? [`… and ${lines.length - linesMax} more lines`] : [];
  return [...lines.slice(0, linesMax), ...more].map((line) => `      ${shortened(line)}\n`).join("");
}

/** A text on one line, cut where it is long. */
export const oneLine = (text: string): string => shortened(stripVTControlCharacters(text).replaceAll(/\s+/g, " "));

function shortened(line: string): string {
  return line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line;
}

/** An error as text, location first, because the end of a long message may be cut. */
export function errorText(
  message: string | undefined,
  place: { file: string; line: number } | undefined,
  diff = "",
): string {
  const at = place ? `at ${relative(process.cwd(), place.file)}:${place.line}\n` : "";
  return `${at}${message ?? "It gave no message."}\n${diff}`;
}
