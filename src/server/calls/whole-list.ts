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

/** An item with a value whose JSON is written already, in pieces: `item` has null in its place. */
export class ItemWithJson<Item> {
  constructor(
    readonly item: Item,
    readonly name: keyof Item & string,
    readonly pieces: readonly Uint8Array[],
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
  const [before, after] = splitAround(writeAnswer(schema, item, isChecked), list, "[]");
  const [start, end] = [`${before}[`, `]${after}`];
  yield start;
  yield* writeParts(listIn(schema, list), parts, isChecked);
  yield end;
}

export async function* writeItemWithJson(
  schema: z.ZodMiniType,
  { item, name, pieces }: ItemWithJson<object>,
  isChecked: boolean,
): AsyncGenerator<string> {
  if (isChecked) schema.parse({ ...item, [name]: JSON.parse(Buffer.concat(pieces).toString()) });
  const [start, end] = splitAround(writeAnswer(schema, item, isChecked), name, "null");
  yield start;
  const decoder = new TextDecoder();
  for (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode() + end;
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

/** What is before and after a value. Quotation marks in texts are escaped, so only the value itself matches. */
function splitAround(text: string, name: string, value: string): [before: string, after: string] {
  const at = text.indexOf(`"${name}":${value}`);
  if (at < 0) throw new Error(`an item has no ${name} that is ${value}`);
  const valueAt = at + name.length + 3;
  return [text.slice(0, valueAt), text.slice(valueAt + value.length)];
}
