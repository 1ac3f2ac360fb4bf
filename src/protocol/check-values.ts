import { type Fault, findFault, missingText } from "./check-value.ts";
import type { CalculatedField, Field, Protocol, Values } from "./field.ts";
import { dependsOnMoment } from "./field-expressions.ts";
import { type FormState, holds, settleForm } from "./form-state.ts";
import { isGiven, ownValue } from "./given.ts";
import { problemsToldMax } from "./protocol-limits.ts";

/** A problem with a field's value, or with a value that has no field. */
export type ValueProblem = { key: string } & Fault;

/** Keys of the fields to show for these values. A field with a condition is shown if its answers match. */
export function shownKeys(protocol: Protocol, values: Values, now?: string): ReadonlySet<string> {
  const { shown } = settleForm(protocol, values, now);
  return new Set(protocol.fields.flatMap(({ key }) => (shown.get(key) === false ? [] : [key])));
}

/** The fields to show for these values, in order. */
export function shownFields(protocol: Protocol, values: Values, now?: string): Field[] {
  const shown = shownKeys(protocol, values, now);
  return protocol.fields.filter(({ key }) => shown.has(key));
}

/**
 * Checks values by key against a protocol, on the server and in the app. Photos are files: `photoKeys` lists the fields
 * with a photo; without it, photo fields are not checked. Only the app knows `now`.
 */
export function findProblems(
  protocol: Protocol,
  values: Values,
  photoKeys?: ReadonlySet<string>,
  now?: string,
): ValueProblem[] {
  const state = settleForm(protocol, values, now);
  const kinds = new Map(protocol.fields.map(({ key, kind }) => [key, kind]));
  const ofFields = protocol.fields.flatMap((field) => {
    const isPhoto = field.kind === "photo";
    if (isPhoto && photoKeys === undefined) return [];
    const value = ownValue(values, field.key);
    const isAnswered = isPhoto ? photoKeys?.has(field.key) === true : isGiven(value);
    const problem = findProblem(field, { value, isAnswered }, state, now);
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
  { value, isAnswered }: { value: unknown; isAnswered: boolean },
  state: FormState,
  now: string | undefined,
): Fault | undefined {
  const isShown = state.shown.get(field.key);
  if (isShown === false) return isAnswered || isGiven(value) ? { text: "validation.hidden" } : undefined;
  if (field.kind === "calculated") return findCalculatedFault(field, value, state);
  if (isGiven(value)) return findFault(field, value) ?? findConstraintFault(field, value, state, now);
  return isShown && !isAnswered && isRequired(field, state, now) ? { text: missingText(field) } : undefined;
}

/** Whether an answer is required now. */
export function isRequired(
  { required = false, required_when: requiredWhen }: Field,
  { values }: FormState,
  now?: string,
): boolean {
  return required || (requiredWhen !== undefined && holds(requiredWhen, values, now) === true);
}

/** Checks a valid answer against the field's constraint. */
export function findConstraintFault(
  { constraint }: Field,
  value: unknown,
  { values }: FormState,
  now?: string,
): Fault | undefined {
  if (!constraint || holds(constraint, values, now, value) !== false) return undefined;
  const { message } = constraint;
  return message === undefined
    ? { text: "validation.constraint.noMessage" }
    : { text: "validation.constraint", message };
}

/** A missing result is calculated; another one is a mistake. */
function findCalculatedFault(
  { key, expression }: CalculatedField,
  value: unknown,
  state: FormState,
): Fault | undefined {
  if (!isGiven(value)) return undefined;
  const isSame = dependsOnMoment(expression) ? isResult(value) : isSameResult(value, state.values.get(key));
  return isSame ? undefined : { text: "validation.calculated" };
}

const resultLengthMax = 2_000;
const isResult = (value: unknown) =>
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= resultLengthMax);

/** Engines differ in the last digits of some functions. */
const resultTolerance = 1e-9;

function isSameResult(one: unknown, other: unknown): boolean {
  if (typeof one !== "number" || typeof other !== "number") return JSON.stringify(one) === JSON.stringify(other);
  return Math.abs(one - other) <= resultTolerance * Math.max(1, Math.abs(one), Math.abs(other));
}

/** The answered values in the protocol's order with all results, assuming `findProblems` found none. */
export function givenValues(protocol: Protocol, answers: Values, now?: string): Values {
  const { values } = settleForm(protocol, answers, now);
  return Object.fromEntries(
    protocol.fields.flatMap(({ key, kind }) => {
      const value = kind === "calculated" ? values.get(key) : ownValue(answers, key);
      return isGiven(value) ? [[key, value]] : [];
    }),
  );
}

/** Whether to ask for the data point's own photo, and whether it is required. */
export function photoWish({ fields, photo }: Protocol): "required" | "optional" | "none" {
  if (photo) return photo.required ? "required" : "optional";
  return fields.some(({ kind }) => kind === "photo") ? "none" : "required";
}
