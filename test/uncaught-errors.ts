import { PassThrough } from "node:stream";
import pg from "pg";

// Preloaded by the server (`--import`): SIGUSR2 triggers an uncaught error of the kind UNCAUGHT, and so does a job for
// the id POISONED_ID.

const faults: Record<string, () => unknown> = {
  timer: () =>
    setTimeout(() => {
      throw new Error("thrown in a timer");
    }, 1),
  stream: () => new PassThrough().destroy(new Error("thrown in a stream")),
  promise: () => Promise.reject(new Error("rejected, and nobody listens")),
};

process.on("SIGUSR2", () => faults[process.env.UNCAUGHT ?? "timer"]?.());

// A job's queries have the id among their values.
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
  const [text, values] = asked;
  const given = values ?? (text as { values?: unknown } | undefined)?.values;
  if (Array.isArray(given) && given.includes(Number(process.env.POISONED_ID))) {
    setImmediate(() => {
      throw new Error("thrown by a job");
    });
  }
  return Reflect.apply(query, this, asked);
} as typeof query;
