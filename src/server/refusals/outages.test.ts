import { expect, it } from "vitest";
import { DomainError } from "./domain-error.ts";
import { outageOf } from "./outages.ts";

const errorWith = (parts: object, message = "") => Object.assign(new Error(message), parts);

it.each<[string, Error, number, string]>([
  ["PostgreSQL does not run", errorWith({ code: "ECONNREFUSED" }), 503, "unavailable"],
  ["its socket is gone", errorWith({ code: "ENOENT", syscall: "connect" }), 503, "unavailable"],
  ["PostgreSQL is starting", errorWith({ code: "57P03" }), 503, "unavailable"],
  ["PostgreSQL crashed", errorWith({ code: "57P02" }), 503, "unavailable"],
  ["a connection failed", errorWith({ code: "08006" }), 503, "unavailable"],
  ["a connection broke", errorWith({}, "Connection terminated unexpectedly"), 503, "unavailable"],
  ["all connections are taken", errorWith({}, "timeout exceeded when trying to connect"), 503, "unavailable"],
  ["PostgreSQL has too many connections", errorWith({ code: "53300" }), 503, "unavailable"],
  ["the database's disk is full", errorWith({ code: "53100" }), 507, "storage_full"],
  ["the photos' disk is full", errorWith({ code: "ENOSPC", syscall: "write" }), 507, "storage_full"],
])("if %s, the client can send the request again", (_what, error, status, code) => {
  const outage = outageOf(error);
  const refusal = new DomainError(outage ?? "internal_error");
  expect([refusal.status, refusal.code]).toEqual([status, code]);
});

it.each([
  ["a missing file", errorWith({ code: "ENOENT", syscall: "open" })],
  ["a violated constraint", errorWith({ code: "23505" })],
  ["a mistake in a statement", errorWith({ code: "42601" })],
  ["a bug", new TypeError("x is not a function")],
  ["no error", "Connection terminated"],
])("%s is not an outage", (_what, error) => {
  expect(outageOf(error)).toBeUndefined();
});
