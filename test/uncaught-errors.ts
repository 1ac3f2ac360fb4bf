import { PassThrough } from "node:stream";
import pg from "pg";

// The server loads this file before its own (`--import`): then SIGUSR2 makes it meet an error that nothing catches, of the
// kind UNCAUGHT, and so does a job about the id POISONED_ID.

const faults: Record<string, () => unknown> = {
  timer: () =>
    setTimeout(() => {
      throw new Error("thrown in a timer");
    }, 1),
  stream: () => new PassThrough().destroy(new Error("thrown in a stream")),
  promise: () => Promise.reject(new Error("rejected, and nobody listens")),
};

process.on("SIGUSR2", () => faults[process.env.UNCAUGHT ?? "timer"]?.());

// What a job asks of the database has the id among its values.
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
