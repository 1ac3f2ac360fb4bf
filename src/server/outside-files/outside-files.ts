import { availableParallelism } from "node:os";
import { type CallConnection, ClientGoneError } from "../calls/call-costs.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type Sender, Turns } from "../turns/turns.ts";
import { type FileProgram, type ReadFile, type ReadLimits, readApart } from "./read-apart.ts";

type Limits = ReadLimits & {
  /** Files that are read at the same time. */
  placesMax: number;
  /** Files that are arriving, and files in memory that wait; further ones are refused. */
  arrivingMax: number;
  waitingMax: number;
  /** Files of one person that are arriving, wait or are being read. */
  ofPersonMax: number;
  waitMaxMs: number;
};

const usualLimits: Limits = {
  workSeconds: 20,
  heapMegabytes: 512,
  waitMs: 5 * 60_000,
  placesMax: availableParallelism() < 4 ? 1 : 2,
  arrivingMax: 40,
  waitingMax: 20,
  ofPersonMax: 5,
  waitMaxMs: 60_000,
};

type Waiting = { sender: Sender; go: () => void };

/**
 * The one way in for files from outside that are read whole: each is read in a process of its own, with limits on work and
 * memory, when it is its sender's turn. One per process of the server.
 */
export class OutsideFiles {
  readonly #limits: Limits;
  readonly #turns = new Turns<Waiting>();
  readonly #arriving = new Set<Sender>();

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /**
   * @param receive takes the file in, unless too many are under way already
   * @param connection of the sender: once it is closed, nothing is read any more
   * @throws DomainError as the program and `receive`; `unavailable` if too many files wait; ClientGoneError
   */
  async read<Input extends object, Answer>(
    program: FileProgram<Input, Answer>,
    receive: () => Promise<Input>,
    { sender, connection }: { sender: Sender; connection: CallConnection },
  ): Promise<ReadFile<Answer>> {
    const gone = new AbortController();
    const onClose = () => gone.abort(new ClientGoneError("the client disconnected"));
    if (connection.closed) onClose();
    connection.once("close", onClose);
    try {
      const input = await this.#whileArriving(sender, receive);
      const end = await this.#enter(sender, gone.signal);
      try {
        return await readApart(program, input, { limits: this.#limits, signal: gone.signal });
      } finally {
        end();
      }
    } finally {
      connection.off("close", onClose);
    }
  }

  async #whileArriving<Input>(sender: Sender, receive: () => Promise<Input>): Promise<Input> {
    const { arrivingMax, waitingMax, ofPersonMax } = this.#limits;
    const arrivingOfPerson = [...this.#arriving].filter(({ person }) => person === sender.person).length;
    const isFull = this.#arriving.size >= arrivingMax || this.#turns.waiting >= waitingMax;
    if (isFull || arrivingOfPerson + this.#turns.countOf(sender.person) >= ofPersonMax) {
      throw new DomainError("unavailable.queueFull");
    }
    const arriving = { ...sender };
    this.#arriving.add(arriving);
    try {
      return await receive();
    } finally {
      this.#arriving.delete(arriving);
    }
  }

  /** Resolves at the sender's turn, with a function that ends it. */
  #enter(sender: Sender, gone: AbortSignal): Promise<() => void> {
    gone.throwIfAborted();
    const { waitingMax, ofPersonMax, waitMaxMs } = this.#limits;
    if (this.#turns.waiting >= waitingMax || this.#turns.countOf(sender.person) >= ofPersonMax) {
      throw new DomainError("unavailable.queueFull");
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#turns.end(waiting);
        this.#beginNext();
      };
      const settle = (act: () => void) => {
        clearTimeout(timer);
        gone.removeEventListener("abort", leave);
        act();
      };
      const waiting: Waiting = { sender, go: () => settle(() => resolve(end)) };
      const refuse = (reason: unknown) => {
        end();
        settle(() => reject(reason));
      };
      const leave = () => refuse(gone.reason);
      const timer = setTimeout(() => refuse(new DomainError("unavailable.queueFull")), waitMaxMs);
      gone.addEventListener("abort", leave);
      this.#turns.add(waiting);
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#turns.running < this.#limits.placesMax) {
      const next = this.#turns.begin();
      if (!next) return;
      next.go();
    }
  }
}
