import type * as z from "zod/mini";
import type { Cell, Field, FieldPart, Values } from "./field.ts";
import { numberParts } from "./kinds/number.ts";
import { positionParts } from "./kinds/position.ts";
import { withUnit } from "./units.ts";

/** What a quest asks of a data point, in the order of asking. */
export type Protocol = { fields: readonly Field[] };

const partsByKind: { [Kind in Field["kind"]]: (field: Extract<Field, { kind: Kind }>) => readonly FieldPart[] } = {
  number: numberParts,
  position: positionParts,
};

const knownParts = new WeakMap<Field, readonly FieldPart[]>();

/** The values that a field has. */
export function partsOf(field: Field): readonly FieldPart[] {
  const known = knownParts.get(field);
  if (known) return known;
  const makeParts = partsByKind[field.kind] as (field: Field) => readonly FieldPart[];
  const parts = makeParts(field);
  knownParts.set(field, parts);
  return parts;
}

const allParts = ({ fields }: Protocol) => fields.flatMap(partsOf);

/** The protocol with its positions alone, or without them: they have a place of their own in form and export. */
export const onlyPositions = ({ fields }: Protocol): Protocol => ({
  fields: fields.filter(({ kind }) => kind === "position"),
});
export const withoutPositions = ({ fields }: Protocol): Protocol => ({
  fields: fields.filter(({ kind }) => kind !== "position"),
});

/** How each value's text in a form is read and checked; the same on both ends. */
export function formShapeOf(protocol: Protocol): Record<string, z.ZodMiniType> {
  return Object.fromEntries(allParts(protocol).map(({ name, fromText }) => [name, fromText]));
}

/** How each value stands in `additional_data`. */
export function storedShapeOf(protocol: Protocol): Record<string, z.ZodMiniType> {
  return Object.fromEntries(allParts(protocol).map(({ name, stored }) => [name, stored]));
}

/** The text fields of a form with nothing filled in. */
export function emptyAnswersOf(protocol: Protocol): Record<string, string> {
  return Object.fromEntries(allParts(protocol).map(({ name }) => [name, ""]));
}

/** Of all that an upload carried, the values that the protocol asks for and that were given. */
export function valuesOf(protocol: Protocol, fields: Values): Values {
  return Object.fromEntries(
    allParts(protocol).flatMap(({ name }) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}

export type Column = { name: string; cell: (values: Values) => Cell };

/** The columns of an export. */
export function columnsOf(protocol: Protocol): Column[] {
  return allParts(protocol).map(({ name, column, cell }) => ({ name: column, cell: (values) => cell(values[name]) }));
}

export type Measurement = {
  name: string;
  /** Undefined for a value that the protocol does not ask for. */
  label: string | undefined;
  /** With its unit. */
  text: string;
};

/** What was measured, in words: the protocol's values in its order, then whatever else is there. */
export function measurementsOf(values: Values, protocol: Protocol): Measurement[] {
  const parts = allParts(protocol);
  const known = parts.map(({ name, label, unit }) => ({ name, label, unit }));
  const others = Object.keys(values)
    .filter((name) => parts.every((part) => part.name !== name))
    .map((name) => ({ name, label: undefined, unit: undefined }));
  return [...known, ...others].flatMap(({ name, label, unit }) => {
    const value = values[name];
    if (value === null || value === undefined) return [];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return [{ name, label, text: withUnit(text, unit) }];
  });
}
