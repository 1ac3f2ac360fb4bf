import type * as z from "zod/mini";
import { writeAnswer } from "./strip-answer.ts";

/** Items that are read and held at a time. */
export const batchSize = 200;

/** An item with a long list: `item` has it empty, `parts` are its elements. */
export class ItemInParts<Item> {
  constructor(
    readonly item: Item,
    readonly list: keyof Item & string,
    readonly parts: AsyncIterable<readonly unknown[]>,
  ) {}
}

export class WholeList<Item> {
  constructor(readonly batches: AsyncIterable<readonly (Item | ItemInParts<Item>)[]>) {}
}

type ListSchema = z.ZodMiniArray<z.ZodMiniType>;

/** Writes the list as one JSON array, a piece per batch. An error leaves it incomplete. */
export async function* writeWholeList(
  schema: z.ZodMiniType,
  { batches }: WholeList<object>,
  isChecked: boolean,
): AsyncGenerator<string> {
  const { element } = (schema as ListSchema)._zod.def;
  let separator = "[";
  for await (const batch of batches) {
    let piece = "";
    for (const item of batch) {
      piece += separator;
      separator = ",";
      if (item instanceof ItemInParts) {
        yield piece;
        yield* writeItemInParts(element, item, isChecked);
        piece = "";
      } else piece += writeAnswer(element, item, isChecked);
    }
    if (piece !== "") yield piece;
  }
  yield separator === "[" ? "[]" : "]";
}

/** The item as JSON, a piece for each part of its list. */
export async function* writeItemInParts(
  schema: z.ZodMiniType,
  { item, list, parts }: ItemInParts<object>,
  isChecked: boolean,
): AsyncGenerator<string> {
  const [start, end] = splitAtList(writeAnswer(schema, item, isChecked), list);
  yield start;
  yield* writeParts(listIn(schema, list), parts, isChecked);
  yield end;
}

async function* writeParts(
  list: ListSchema,
  parts: AsyncIterable<readonly unknown[]>,
  isChecked: boolean,
): AsyncGenerator<string> {
  let separator = "";
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield separator + writeAnswer(list, part, isChecked).slice(1, -1);
    separator = ",";
  }
}

function listIn(element: z.ZodMiniType, name: string): ListSchema {
  return (element as z.ZodMiniObject)._zod.def.shape[name] as ListSchema;
}

/** Quotation marks in texts are escaped, so only the list itself matches. */
function splitAtList(text: string, name: string): [start: string, end: string] {
  const empty = `"${name}":[]`;
  const at = text.indexOf(empty);
  if (at < 0) throw new Error(`an item has no empty list ${name}`);
  const bracketAt = at + empty.length - 1;
  return [text.slice(0, bracketAt), text.slice(bracketAt)];
}
