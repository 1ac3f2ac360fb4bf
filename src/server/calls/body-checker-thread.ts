import { isDeepStrictEqual } from "node:util";
import { parentPort } from "node:worker_threads";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";
import { type BodyToCheck, type CheckedBody, parseBody } from "./body-checker.ts";

// The program of the thread that checks long bodies.

parentPort?.on("message", ({ method, path, body, isToFirst }: BodyToCheck) => {
  const call: Call | undefined = Object.values(calls).find((each) => each.method === method && each.path === path);
  if (!call?.body) throw new Error(`no call ${method} ${path} has a body`);
  const parsed = parseBody(call.body, body, isToFirst);
  const isSame = "data" in parsed && isDeepStrictEqual(parsed.data, body);
  parentPort?.postMessage((isSame ? {} : parsed) satisfies CheckedBody);
});
