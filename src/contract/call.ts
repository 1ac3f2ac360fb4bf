import type { input, output, ZodMiniType } from "zod/mini";
import type { Access } from "./roles.ts";

/**
 * What a call costs the server: `light` uses an index for a few rows; `search` looks through many; `heavy` returns
 * everything; `picture` opens a file or makes it first; `outside` waits for another service; `upload` never waits. A
 * whole list is light up to its first piece, and heavy from there on.
 */
export type CostClass = "light" | "search" | "heavy" | "picture" | "outside" | "upload";

/** What a browser has to know to make a call. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api`, with parameters in braces. A trailing slash is ignored. */
  path: `/${string}`;
  access: Access;
  /**
   * Whether the app caches answers for offline use: always, or only the newest and those of quests the user joined or
   * saved.
   */
  keptOffline?: "always" | "newest" | undefined;
};

/** One API call. Without `response` it answers with 204 or, with `produces`, with another media type. */
export type Call = Route & {
  /** Without it, words or places to look for make the call a search; otherwise it is light. */
  cost?: CostClass;
  summary: string;
  params?: ZodMiniType;
  query?: ZodMiniType;
  body?: ZodMiniType;
  /**
   * A form: `body` describes its text fields, `file` names its file part, which holds a photo unless `holds` says
   * something else. With `filesOfFields` it is optional and more may follow as `photo:KEY`, `audio:KEY` or `file:KEY`.
   */
  multipart?: { file: string; holds?: string; filesOfFields?: true };
  status?: 200 | 201 | 202 | 204;
  response?: ZodMiniType;
  produces?: string | readonly string[];
};

// Browsers that need only a schema of a file load none of its calls.
// @__NO_SIDE_EFFECTS__
export function call<
  const Method extends Call["method"],
  const Path extends Call["path"],
  const Who extends Access,
  const Rest extends Omit<Call, "method" | "path" | "access">,
>(method: Method, path: Path, access: Who, rest: Rest): { method: Method; path: Path; access: Who } & Rest {
  return { method, path, access, ...rest };
}

/** What a handler receives and returns. */
export type ParamsOf<C extends Call> = C["params"] extends ZodMiniType ? output<C["params"]> : undefined;
export type QueryOf<C extends Call> = C["query"] extends ZodMiniType ? output<C["query"]> : undefined;
export type BodyOf<C extends Call> = C["body"] extends ZodMiniType ? output<C["body"]> : undefined;
export type ResponseOf<C extends Call> = C["response"] extends ZodMiniType ? output<C["response"]> : undefined;
export type BodyInputOf<C extends Call> = C["body"] extends ZodMiniType ? input<C["body"]> : undefined;
