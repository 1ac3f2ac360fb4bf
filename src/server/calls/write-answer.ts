import * as z from "zod/mini";

type Schema = z.core.$ZodType;
type Strip = (value: unknown) => unknown;

const strips = new WeakMap<Schema, Strip>();

/**
 * The JSON of an answer, in the order of its schema and without undeclared fields. It checks only the kinds of values;
 * the database guarantees ranges and patterns. With `isChecked` it checks the whole schema.
 * @throws Error if the answer doesn't match the schema
 */
export function writeAnswer(schema: z.ZodMiniType, answer: unknown, isChecked: boolean): string {
  const parsed = isChecked ? schema.parse(answer) : undefined;
  const text = JSON.stringify(stripOf(schema)(answer));
  if (isChecked && text !== JSON.stringify(parsed)) throw new Error("a response differs from its schema");
  return text;
}

function stripOf(schema: Schema): Strip {
  const known = strips.get(schema);
  if (known) return known;
  const strip = makeStrip(schema as z.core.$ZodTypes);
  strips.set(schema, strip);
  return strip;
}

/** Other kinds of schemas are parsed. */
function makeStrip(schema: z.core.$ZodTypes): Strip {
  const { def } = schema._zod;
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
      return requirePlain;
    case "nullable":
    case "optional": {
      const strip = stripOf(def.innerType);
      return (value) => (value === null || value === undefined ? value : strip(value));
    }
    case "array": {
      const strip = stripOf(def.element);
      return (value) => {
        if (!Array.isArray(value)) throw new TypeError("a response has no list where one is expected");
        return value.map((item) => strip(item));
      };
    }
    case "object":
      return stripObject(def);
    default:
      return (value) => z.parse(schema, value);
  }
}

function stripObject({ shape, catchall }: z.core.$ZodObjectDef): Strip {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, strip: stripOf(schema) }));
  // Loose objects keep their undeclared fields.
  const isLoose = catchall?._zod.def.type === "unknown";
  const names = new Set(Object.keys(shape));
  return (given) => {
    if (!isObject(given)) throw new TypeError("a response has no object where one is expected");
    const stripped: Record<string, unknown> = {};
    for (const { name, strip } of fields) {
      const field = given[name];
      if (field !== undefined) stripped[name] = strip(field);
    }
    if (isLoose) for (const name of Object.keys(given)) if (!names.has(name)) stripped[name] = given[name];
    return stripped;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function requirePlain(value: unknown): unknown {
  if (isObject(value)) throw new TypeError("a response has an object instead of a value");
  return value;
}

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
