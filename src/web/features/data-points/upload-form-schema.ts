import * as z from "zod/mini";
import "../../../contract/validation.ts";
import { photoBytesMax } from "../../../contract/limits.ts";
import { validationMessages } from "../../../contract/messages.ts";
import type { Values } from "../../../protocol/field.ts";
import { emptyAnswersOf, formShapeOf, type Protocol } from "../../../protocol/protocol.ts";

/** Some phones give an iPhone's picture no type. */
const photoSchema = z
  .custom<File>((value) => value instanceof File && /^(image\/|$)/.test(value.type), {
    error: validationMessages.imageRequired,
    abort: true,
  })
  .check(
    z.refine((file) => file.size > 0, { error: validationMessages.imageRequired }),
    z.refine((file) => file.size <= photoBytesMax, {
      error: `The photo is larger than ${photoBytesMax / 1_000_000} MB. Choose a smaller one.`,
    }),
  );

/** What the form holds: the photo, and the answers as typed, by the name that the protocol gives them. */
export type UploadFormValues = { photo: File | null; answers: Record<string, string> };
/** What it yields: the photo, and the answers as values. */
export type UploadFormOutput = { photo: File; answers: Values };

export const uploadFormSchemaOf = (protocol: Protocol) =>
  z.object({ photo: photoSchema, answers: z.object(formShapeOf(protocol)) });

export const emptyUpload = (protocol: Protocol): UploadFormValues => ({
  photo: null,
  answers: emptyAnswersOf(protocol),
});
