import * as z from "zod/mini";

type Schema = z.core.$ZodType;
type Strip = (value: unknown) => unknown;

const strips = new WeakMap<Schema, Strip>();

/**
 * The JSON of an answer, with nothing in it that its schema does not declare, in the order of the schema. Unlike a parse it
 * looks at kinds of values only: ranges and patterns are held by the database. With `isChecked` the whole schema is held too.
 * @throws Error where the answer is not the schema's
 */
export function writeAnswer(schema: z.ZodMiniType, answer: unknown, isChecked: boolean): string {
  const parsed = isChecked ? schema.parse(answer) : undefined;
  const text = JSON.stringify(stripOf(schema)(answer));
  if (isChecked && text !== JSON.stringify(parsed)) throw new Error("a response differs from its schema");
  return text;
}

/** Made once for each schema, when it is first needed. */
function stripOf(schema: Schema): Strip {
  const known = strips.get(schema);
  if (known) return known;
  const strip = makeStrip(schema as z.core.$ZodTypes);
  strips.set(schema, strip);
  return strip;
}

/** What is more than objects, lists and plain values is parsed. */
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
      return (value) => requireArray(value).map((item) => strip(item));
    }
    case "object":
      return stripObject(def);
    default:
      return (value) => z.parse(schema, value);
  }
}

function stripObject({ shape, catchall }: z.core.$ZodObjectDef): Strip {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, strip: stripOf(schema) }));
  // What an object holds beyond its fields is declared where it is declared as anything.
  const isLoose = catchall?._zod.def.type === "unknown";
  const names = new Set(Object.keys(shape));
  return (value) => {
    const given = requireObject(value);
    const stripped: Record<string, unknown> = {};
    for (const { name, strip } of fields) {
      const field = given[name];
      if (field !== undefined) stripped[name] = strip(field);
    }
    if (isLoose) for (const name of Object.keys(given)) if (!names.has(name)) stripped[name] = given[name];
    return stripped;
  };
}

function requirePlain(value: unknown): unknown {
  if (typeof value === "object" && value !== null) throw new TypeError("a response has an object instead of a value");
  return value;
}

function requireArray(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError("a response has no list where one is expected");
  return value;
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null)
    throw new TypeError("a response has no object where one is expected");
  return value as Record<string, unknown>;
}
