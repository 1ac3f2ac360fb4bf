import type { FieldError } from "../../../contract/errors.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { protocolSchema } from "../../../protocol/protocol-schema.ts";
import "../../foundation/texts/validation-messages.ts";
import type { FieldDraft, ProtocolDraft } from "./protocol-draft.ts";

/**
 * Messages by control: `draft-3/min`, `draft-3/label/de`, `draft-3/options/draft-7/value`, `/target_count`.
 */
export type DraftProblems = ReadonlyMap<string, string>;

export const noProblems: DraftProblems = new Map();

/** Checks a draft with the protocol's schema. */
export function findDraftProblems(draft: ProtocolDraft, payload: Protocol): DraftProblems {
  const { error } = protocolSchema.safeParse(payload);
  const found = placed(
    draft,
    (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message })),
  );
  // A generated key is only missing because the label is.
  for (const { id, key, isKeyTyped } of draft.fields) if (key === "" && !isKeyTyped) found.delete(`${id}/key`);
  return found;
}

/** Maps the server's errors, such as `protocol.fields.3.min`. */
export function placeRefusals(draft: ProtocolDraft, refused: readonly FieldError[]): DraftProblems {
  return placed(
    draft,
    refused.flatMap(({ path, message }) => {
      const [part, ...rest] = path.split(".");
      return part === "protocol" ? [{ path: rest, message }] : [];
    }),
  );
}

function placed(
  draft: ProtocolDraft,
  problems: readonly { path: readonly string[]; message: string }[],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of problems) {
    const place = placeOf(draft, path);
    // The first message of a control matters most.
    if (!found.has(place)) found.set(place, message);
  }
  return found;
}

function placeOf({ fields }: ProtocolDraft, path: readonly string[]): string {
  let field: FieldDraft | undefined;
  let below = path;
  // Fields of a group are below it.
  for (;;) {
    const [part, index, ...others] = below;
    const inner: FieldDraft | undefined =
      part === "fields" && index !== undefined
        ? fields.filter(({ groupId }) => groupId === field?.id)[Number(index)]
        : undefined;
    if (!inner) break;
    field = inner;
    below = others;
  }
  if (!field) return `/${path.join("/")}`;
  const [name = "", ...rest] = below;
  const [optionIndex, ...ofOption] = rest;
  const option = name === "options" && optionIndex !== undefined ? field.options[Number(optionIndex)] : undefined;
  return option ? [field.id, name, option.id, ...ofOption].join("/") : [field.id, name, ...rest].join("/");
}

/** The message for a control or one below it, such as one language of a text. */
export function problemAt(problems: DraftProblems, place: string): string | undefined {
  const own = problems.get(place);
  if (own !== undefined || problems.size === 0) return own;
  for (const [each, message] of problems) if (each.startsWith(`${place}/`)) return message;
  return undefined;
}

/** The number of messages per field, by its id. */
export function countByField(problems: DraftProblems): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const place of problems.keys()) {
    const id = place.slice(0, place.indexOf("/"));
    if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
