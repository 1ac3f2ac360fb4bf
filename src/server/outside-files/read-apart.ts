import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { findProgram, nodeArgumentsOf } from "../own-programs.ts";
import { DomainError, type Refusal, type RefusalParts } from "../refusals/domain-error.ts";

/** A program that reads one kind of file. `Input` and `Answer` go from process to process. */
export type FileProgram<Input, Answer> = {
  /** The module that asks, for `findProgram`. */
  from: string;
  name: string;
  tooMuchWork: Refusal;
  tooMuchMemory: Refusal;
  /** Only for the compiler. */
  reads?: (input: Input) => Answer;
};

/** Pieces are what would hold the server up if it took it over in one go. */
export type ReadFile<Answer> = { answer: Answer; pieces: Uint8Array[] };

export type ReadLimits = {
  /** The process's own processor time. */
  workSeconds: number;
  heapMegabytes: number;
  /** Time by the clock: a process that neither works nor ends is a fault of ours. */
  waitMs: number;
};

const saidLengthMax = 500;

/**
 * Runs a program in a process of its own until it has read the file, and ends the process.
 * @throws DomainError as the program; one of its two refusals beyond the limits; the reason of `signal`
 */
export async function readApart<Input extends object, Answer>(
  program: FileProgram<Input, Answer>,
  input: Input,
  { limits, signal }: { limits: ReadLimits; signal: AbortSignal },
): Promise<ReadFile<Answer>> {
  signal.throwIfAborted();
  const reader = startReader(fileURLToPath(findProgram(program.from, program.name)), limits);
  const pieces: Uint8Array[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      reader.on("message", (said: FromReader<Answer>) => {
        if ("piece" in said) pieces.push(said.piece);
        else if ("answer" in said) resolve(said.answer);
        else reject(new DomainError(said.refusal, said.parts));
      });
      reader.on("error", reject);
      let said = "";
      reader.stderr?.on("data", (text: Buffer) => {
        said = (said + text).slice(-saidLengthMax);
      });
      reader.on("close", (code, endedBy) => {
        const cause = new Error(`${program.name} ended with ${endedBy ?? code}: ${said}`);
        if (endedBy === "SIGXCPU") reject(new DomainError(program.tooMuchWork, { field: "file", cause }));
        else if (endedBy === "SIGABRT") reject(new DomainError(program.tooMuchMemory, { field: "file", cause }));
        else reject(cause);
      });
      timer = setTimeout(() => reject(new Error(`${program.name} doesn't answer`)), limits.waitMs);
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop);
      // If it has ended already, its end is told above.
      reader.send(input, () => undefined);
    });
    return { answer, pieces };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    reader.kill("SIGKILL");
  }
}

/**
 * A thread that runs out of memory takes its process along, so a reader is a process. The system counts its work, and ends
 * it beyond the limit even if this process is gone.
 */
function startReader(program: string, { workSeconds, heapMegabytes }: ReadLimits): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${heapMegabytes}`, ...nodeArgumentsOf(program), program];
  return spawn("/bin/sh", ["-c", `ulimit -c 0 && ulimit -S -t ${workSeconds} && exec "$0" "$@"`, ...node], {
    // A process that reads files from outside gets no secrets.
    env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: "2" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** What a reader says: pieces of what it has read, then its answer; or why it reads nothing. */
type FromReader<Answer> =
  | { piece: Uint8Array }
  | { answer: Answer }
  | { refusal: DomainError["refusal"]; parts: RefusalParts };

/** The whole of a reader's program: reads the one file that it is sent. It has no settings and no secrets, and may be killed at any time. */
export function answerFromProcess<Input, Answer>(
  read: (input: Input, sendPiece: (piece: Uint8Array) => void) => Promise<Answer>,
): void {
  // Requests go first.
  setPriority(5);
  // A library that makes an error of each odd row would spend most of its time on stacks that nobody reads.
  Error.stackTraceLimit = 0;
  // Ctrl-C in a terminal reaches this process too; it ends when its parent does.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  process.on("disconnect", () => process.exit(0));
  const say = (said: FromReader<Answer>) => process.send?.(said);
  process.on("message", async (input: Input) => {
    try {
      say({ answer: await read(input, (piece) => say({ piece })) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      say({ refusal: error.refusal, parts: error.parts });
    }
  });
}
