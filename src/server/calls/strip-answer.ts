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
