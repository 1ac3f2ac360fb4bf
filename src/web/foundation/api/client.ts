import type * as z from "zod/mini";
import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { BodyInputOf, ResponseOf } from "../../../contract/call.ts";
import { currentLanguage } from "../texts/area-texts.ts";
import { addressOf, keptAddressOf } from "./addresses.ts";
import { readAnswer } from "./answers.ts";
import { ApiError } from "./api-error.ts";
import type { RawAnswer } from "./kept-answers.ts";
import { knownCall } from "./known-calls.ts";
import { noteServerTime } from "./server-clock.ts";
import { mayBeSignedIn, withToken } from "./session.ts";

type InputOf<Call, Part extends string> = Call extends { [key in Part]: z.ZodMiniType } ? z.input<Call[Part]> : never;
type ParamsInputOf<Name extends CallName> = {
  [Key in keyof InputOf<Calls[Name], "params">]: string | number;
};
type QueryInputOf<Name extends CallName> = {
  [Key in keyof InputOf<Calls[Name], "query">]?: InputOf<Calls[Name], "query">[Key] | number | undefined;
};

/** A call's input: only the parts that the call defines. */
export type CallInput<Name extends CallName> = (Calls[Name] extends { params: z.ZodMiniType }
  ? { params: ParamsInputOf<Name> }
  : { params?: undefined }) &
  (Calls[Name] extends { query: z.ZodMiniType } ? { query?: QueryInputOf<Name> } : { query?: undefined }) &
  (Calls[Name] extends { body: z.ZodMiniType } ? { body: BodyInputOf<Calls[Name]> } : { body?: undefined }) &
  (Calls[Name] extends { multipart: { file: infer Part extends string } }
    ? { files: Record<Part, Blob> }
    : { files?: undefined });

export type Answer<Name extends CallName> = {
  data: ResponseOf<Calls[Name]>;
  /** Cursor of the next page, from the `Link` header. */
  nextPart: string | undefined;
};

/**
 * Makes a call with the user's token and checks the response.
 * @throws ApiError for an error status or a response that violates the contract; errors of `fetch` when offline
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<ResponseOf<Calls[Name]>> {
  return (await makeCall(name, input, withToken)).data;
}

/** Like `call`, for paginated lists. */
export function callForPart<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>> {
  return makeCall(name, input, withToken);
}

/** Like `call`, without waiting for a session, for data needed before sign-in. */
export async function callWithoutToken<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<ResponseOf<Calls[Name]>> {
  return (await makeCall(name, input, (attempt) => attempt(undefined))).data;
}

async function makeCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  authorized: typeof withToken,
): Promise<Answer<Name>> {
  const { method, access } = knownCall(name);
  const { params, query, body, files } = input as {
    params?: Record<string, string | number>;
    query?: Record<string, string | number>;
    body?: unknown;
    files?: Record<string, Blob>;
  };
  const address = addressOf(name, { params, query });
  const keptAddress = keptAddressOf(name, { params, query });
  if (body !== undefined) await requireValidBody(name, body);
  const send = async (token: string | undefined) => {
    try {
      return await fetch(address, {
        method,
        headers: {
          Accept: "application/json",
          "Accept-Language": currentLanguage().code,
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(method === "GET" || files ? {} : { "Content-Type": "application/json" }),
        },
        ...(files ? { body: formOf(body, files) } : body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (method !== "GET") console.error(error);
      throw error;
    }
  };
  const ask = async () => {
    const response = await authorized(send, { isOpenToVisitors: access === "visitor" });
    noteServerTime(response.headers.get("date"));
    const text = await response.text();
    return { status: response.status, text, nextPart: nextPartOf(response.headers.get("link")) };
  };
  const answer = await (keptAddress && mayBeSignedIn() ? askOrRecall(name, keptAddress, params, ask()) : ask());
  return { data: await readAnswer(name, answer), nextPart: answer.nextPart };
}

async function askOrRecall(
  name: CallName,
  address: string,
  params: Record<string, string | number> = {},
  fresh: Promise<RawAnswer>,
): Promise<RawAnswer> {
  fresh.catch(() => {
    // The code below awaits it and gets the error.
  });
  const keeper = await import("./kept-answers.ts").catch(() => undefined);
  return keeper ? keeper.orKept({ name, address, params }, fresh) : fresh;
}

async function requireValidBody(name: CallName, body: unknown): Promise<void> {
  // Loads the request schemas on demand.
  const [{ calls }] = await Promise.all([
    import("../../../contract/all-calls.ts"),
    import("../texts/validation-messages.ts"),
  ]);
  const schema = (calls[name] as { body?: z.ZodMiniType }).body;
  const parsed = schema?.safeParse(body);
  if (!parsed || parsed.success) return;
  const info = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw new ApiError(422, { code: "validation_failed", detail: info.map((field) => field.message).join("; "), info });
}

function formOf(fields: unknown, files: Record<string, Blob>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields as Record<string, unknown>)) form.append(key, String(value));
  for (const [key, file] of Object.entries(files)) form.append(key, file);
  return form;
}

/** `</api/quests?limit=50&after=abc>; rel="next"` → `abc`. */
function nextPartOf(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? "")?.[1];
  if (address === undefined) return undefined;
  return new URL(address, window.location.href).searchParams.get("after") ?? undefined;
}
