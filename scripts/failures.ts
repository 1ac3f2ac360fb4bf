import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What failed, and how it said so. */
export type Failure = { name: string; error: string };

/** What came of a check or of a run of tests. */
export type Outcome = {
  passed: number;
  failures: Failure[];
  /** Names of tests that were left out. */
  notRun: string[];
  /** Names of tests that passed the second time only: a race in the test or in the product. */
  secondTime?: string[];
};

/** The reporters write the outcome of their run into the file that this variable of the environment names. */
export const outcomeFileVariable = "CAIRN_OUTCOME_FILE";

const toldMax = 40;
const linesMax = 14;
const lineLengthMax = 240;

/** What failed, each with the first lines of its error; of very many the rest by name. */
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

const oneLine = (text: string): string => shortened(stripVTControlCharacters(text).replaceAll(/\s+/g, " "));

function shortened(line: string): string {
  return line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line;
}

/** An error as text, the place first: the end of a long message may be cut. */
export function errorText(
  message: string | undefined,
  place: { file: string; line: number } | undefined,
  diff = "",
): string {
  const at = place ? `at ${relative(process.cwd(), place.file)}:${place.line}\n` : "";
  return `${at}${message ?? "It gave no message."}\n${diff}`;
}
