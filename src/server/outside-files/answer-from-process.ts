import { setPriority } from "node:os";
import { DomainError, type RefusalParts } from "../refusals/domain-error.ts";

/** What a reader says: pieces of what it has read, then its answer; or why it reads nothing. */
export type FromReader<Answer> =
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
