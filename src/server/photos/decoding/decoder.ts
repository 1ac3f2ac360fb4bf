import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findProgram, nodeArgumentsOf } from "../../own-programs.ts";
import { OutageError } from "../../refusals/outages.ts";
import {
  type DecodeResult,
  type DecodeTask,
  type FromDecoder,
  PictureFaultError,
  type ToDecoder,
} from "./decode-task.ts";

export type DecoderOptions = {
  /** A task that decodes for longer is stopped by killing its process. */
  timeoutMs: number;
  /** A process that uses more memory exits. */
  rssBytesMax: number;
  /** Replaces our own program, for tests. */
  program?: string;
};

/** The decoder itself failed, not the photo. */
export class DecoderError extends OutageError {
  override readonly name = "DecoderError";
  constructor(message: string) {
    super("unavailable.pictures", message);
  }
}

/** Signals for a crash of its own, such as an invalid memory access. */
const ownFaults = new Set<string | null>(["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGTRAP"]);

/** A process that decodes one task at a time, until `isEnded`. */
export class Decoder {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  #said = "";
  isEnded = false;
  rssBytes = 0;

  constructor({
    timeoutMs,
    rssBytesMax,
    program = fileURLToPath(findProgram(import.meta.url, "decoder-process")),
  }: DecoderOptions) {
    this.#timeoutMs = timeoutMs;
    this.#child = fork(program, [String(rssBytesMax)], {
      execArgv: nodeArgumentsOf(program),
      // The process that decodes uploaded bytes gets no secrets.
      env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: "2" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.on("data", (text: Buffer) => {
      this.#said = (this.#said + text).slice(-500);
    });
    this.#child.on("error", () => undefined);
    this.#child.once("exit", () => {
      this.isEnded = true;
    });
    this.#rest();
  }

  /** @throws PictureFaultError; DecoderError; the system's error where the file cannot be read */
  async perform<Task extends DecodeTask>(task: Task, budget: ByteBudget): Promise<DecodeResult<Task>> {
    let giveBack: (() => void) | undefined;
    let isOver = false;
    this.#wake();
    try {
      return await new Promise<DecodeResult<Task>>((resolve, reject) => {
        let timer = this.#endAfterTimeout(reject);
        this.#listen({
          message: (message) => {
            clearTimeout(timer);
            if (message.type === "needs") {
              void budget.take(message.bytes).then((release) => {
                // It may have ended while waiting.
                if (isOver) return release();
                giveBack = release;
                if (this.isEnded) return;
                timer = this.#endAfterTimeout(reject);
                this.#say({ type: "grant" });
              });
              return;
            }
            this.#listen(undefined);
            if (message.type === "done") {
              this.rssBytes = message.rssBytes;
              resolve(message.result as DecodeResult<Task>);
            } else if (message.type === "fault") reject(new PictureFaultError(message.fault, message.message));
            else reject(Object.assign(new Error(message.message), { code: message.code }));
          },
          ended: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        });
        this.#say({ type: "task", task });
      });
    } finally {
      isOver = true;
      giveBack?.();
      this.#rest();
    }
  }

  end(): void {
    this.isEnded = true;
    this.#child.kill("SIGKILL");
  }

  #endAfterTimeout(reject: (error: Error) => void): NodeJS.Timeout {
    return setTimeout(() => {
      this.end();
      reject(new PictureFaultError("takes_too_long", `decoding took more than ${this.#timeoutMs / 1000} s`));
    }, this.#timeoutMs);
  }

  #listen(listeners: { message: (message: FromDecoder) => void; ended: (error: Error) => void } | undefined): void {
    this.#child.removeAllListeners("message").removeAllListeners("close");
    if (!listeners) return;
    if (this.isEnded) listeners.ended(new DecoderError("the decoder had ended"));
    this.#child.on("message", listeners.message);
    this.#child.once("close", (code, signal) => listeners.ended(this.#describeEnd(code, signal)));
  }

  #describeEnd(code: number | null, signal: string | null): Error {
    if (ownFaults.has(signal)) return new PictureFaultError("unreadable", `the decoder ended by ${signal}`);
    return new DecoderError(`the decoder ended (${signal ?? `status ${code}`}): ${this.#said.trim()}`);
  }

  #say(message: ToDecoder): void {
    // If it has ended, "close" reports that.
    this.#child.send(message, () => undefined);
  }

  /** Keeps our process alive while it works. */
  #wake(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Lets our process exit while it is idle. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as { unref?: () => void } | null)?.unref?.();
  }
}

/** A shared amount of memory. Tasks that don't fit wait in order. */
export class ByteBudget {
  #freeBytes: number;
  readonly #waiting: { bytes: number; grant: () => void }[] = [];

  constructor(private readonly totalBytes: number) {
    this.#freeBytes = totalBytes;
  }

  /** Resolves with a function that returns the bytes. More than the total counts as the total. */
  async take(wantedBytes: number): Promise<() => void> {
    const bytes = Math.min(wantedBytes, this.totalBytes);
    await new Promise<void>((grant) => {
      this.#waiting.push({ bytes, grant });
      this.#grantNext();
    });
    return () => {
      this.#freeBytes += bytes;
      this.#grantNext();
    };
  }

  #grantNext(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#freeBytes; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#freeBytes -= next.bytes;
      next.grant();
    }
  }
}
