import { type Fault, findFault, missingText } from "./check-value.ts";
import { type Condition, comparisons, type Field, type Protocol, type Values } from "./field.ts";
import { problemsToldMax } from "./protocol-limits.ts";

/** A problem with a field's value, or with a value that has no field. */
export type ValueProblem = { key: string } & Fault;

const ownValue = (values: Values, key: string): unknown => (Object.hasOwn(values, key) ? values[key] : undefined);

/** `null`, blank text and an empty list of options don't count as answers. */
const isGiven = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  !(typeof value === "string" && value.trim() === "") &&
  !(Array.isArray(value) && value.length === 0);

/**
 * Keys of the fields to show for these values. A field with a condition is shown if the condition's field is shown and
 * its answer matches; a missing answer never matches.
 */
export function shownKeys({ fields }: Protocol, values: Values): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { key, shown_when: condition } of fields) {
    if (!condition || (shown.has(condition.field) && isMet(condition, ownValue(values, condition.field))))
      shown.add(key);
  }
  return shown;
}

/** The fields to show for these values, in order. */
export function shownFields(protocol: Protocol, values: Values): Field[] {
  const shown = shownKeys(protocol, values);
  return protocol.fields.filter(({ key }) => shown.has(key));
}

function isMet({ op, value: wanted }: Condition, value: unknown): boolean {
  if (!isGiven(value)) return false;
  // An operator newer than this app: show the field, because nobody can go back to answer it later.
  if (!comparisons.includes(op)) return true;
  if (op === "includes") return Array.isArray(value) && value.includes(wanted);
  if (op === "=") return value === wanted;
  if (op === "!=") return value !== wanted;
  const isComparable =
    (typeof value === "number" && typeof wanted === "number") ||
    (typeof value === "string" && typeof wanted === "string");
  if (!isComparable) return false;
  if (op === "<") return value < wanted;
  if (op === "<=") return value <= wanted;
  return op === ">" ? value > wanted : value >= wanted;
}

/**
 * Checks values by key against a protocol, on the server and in the app. Photos are files: `photoKeys` lists the fields
 * with a photo; without it, photo fields are not checked.
 */
export function findProblems(protocol: Protocol, values: Values, photoKeys?: ReadonlySet<string>): ValueProblem[] {
  const shown = shownKeys(protocol, values);
  const kinds = new Map(protocol.fields.map(({ key, kind }) => [key, kind]));
  const ofFields = protocol.fields.flatMap((field) => {
    const isPhoto = field.kind === "photo";
    if (isPhoto && photoKeys === undefined) return [];
    const value = ownValue(values, field.key);
    const isAnswered = isPhoto ? photoKeys?.has(field.key) === true : isGiven(value);
    const problem = findProblem(field, { value, isAnswered, isShown: shown.has(field.key) });
    return problem ? [{ key: field.key, ...problem }] : [];
  });
  const notAsked = [
    ...Object.keys(values).filter((key) => !kinds.has(key)),
    ...[...(photoKeys ?? [])].filter((key) => kinds.get(key) !== "photo"),
  ].slice(0, problemsToldMax);
  return [...ofFields, ...notAsked.map((key) => ({ key, text: "validation.notAsked" as const }))];
}

function findProblem(
  field: Field,
  { value, isAnswered, isShown }: { value: unknown; isAnswered: boolean; isShown: boolean },
): Fault | undefined {
  if (!isShown) return isAnswered || isGiven(value) ? { text: "validation.hidden" } : undefined;
  if (isGiven(value)) return findFault(field, value);
  return field.required && !isAnswered ? { text: missingText(field) } : undefined;
}

/** The answered values in the protocol's order, assuming `findProblems` found none. */
export function givenValues({ fields }: Protocol, values: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = ownValue(values, key);
      return isGiven(value) ? [[key, value]] : [];
    }),
  );
}

/** Whether to ask for the data point's own photo, and whether it is required. */
export function photoWish({ fields, photo }: Protocol): "required" | "optional" | "none" {
  if (photo) return photo.required ? "required" : "optional";
  return fields.some(({ kind }) => kind === "photo") ? "none" : "required";
}
