import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import "../../texts/validation-messages.ts";
import { photoBytesMax } from "../../../contract/limits.ts";
import { findFault } from "../../../protocol/check-value.ts";
import type { NumberField, Protocol, Values } from "../../../protocol/field.ts";
import { type NumberText, numberField, optionalField } from "../../../protocol/form-text.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { t } from "../../texts/field.ts";

const imageRequired = { text: "validation.imageRequired" };

/** Some phones give an iPhone's picture no type. */
const photoSchema = z
  .custom<File>((value) => value instanceof File && /^(image\/|$)/.test(value.type), {
    params: imageRequired,
    abort: true,
  })
  .check(
    z.refine((file) => file.size > 0, { params: imageRequired }),
    z.refine((file) => file.size <= photoBytesMax, {
      error: () => t("field.photo.tooLarge", { megabytes: photoBytesMax / 1_000_000 }),
    }),
  );

/** What the form holds: the photo, and the answers as typed, by the name that the protocol gives them. */
export type UploadFormValues = { photo: File | null; answers: Record<string, string> };
/** What it yields: the photo, and the answers as values. */
export type UploadFormOutput = { photo: File; answers: Values };

/** The form with what it holds. */
export type UploadForm = UseFormReturn<UploadFormValues, unknown, UploadFormOutput>;

export const numbersOf = ({ fields }: Protocol): NumberField[] => fields.filter((field) => field.kind === "number");

function answerSchemaOf(field: NumberField) {
  const checked = z.number().check((context) => {
    const fault = findFault(field, context.value);
    if (fault) context.issues.push({ code: "custom", input: context.value, params: fault });
  });
  const fromText = numberField(checked, (field.notANumber as NumberText | undefined) ?? "validation.number");
  return field.required ? fromText : optionalField(fromText);
}

export const uploadFormSchemaOf = (protocol: Protocol) =>
  z.object({
    photo: photoSchema,
    answers: z.object(
      Object.fromEntries([
        ...numbersOf(protocol).map((field) => [field.key, answerSchemaOf(field)]),
        ...userPosition.map(({ name, schema }) => [name, optionalField(numberField(schema))]),
      ]),
    ),
  });

export const emptyUpload = (protocol: Protocol): UploadFormValues => ({
  photo: null,
  answers: Object.fromEntries(
    [...numbersOf(protocol).map(({ key }) => key), ...userPosition.map(({ name }) => name)].map((name) => [name, ""]),
  ),
});
