import * as z from "zod/mini";
import { uploadFieldsSchema } from "../../../contract/data-points.ts";
import { photoBytesMax } from "../../../contract/limits.ts";
import { validationMessages } from "../../../contract/messages.ts";

const { tree_width, user_supplied_latitude, user_supplied_longitude } = uploadFieldsSchema.shape;

/** What the form holds: text as typed, and the photo. Some phones give an iPhone's picture no type. */
export const uploadFormSchema = z.object({
  photo: z
    .custom<File>((value) => value instanceof File && /^(image\/|$)/.test(value.type), {
      error: validationMessages.imageRequired,
      abort: true,
    })
    .check(
      z.refine((file) => file.size > 0, { error: validationMessages.imageRequired }),
      z.refine((file) => file.size <= photoBytesMax, {
        error: `The photo is larger than ${photoBytesMax / 1_000_000} MB. Choose a smaller one.`,
      }),
    ),
  tree_width,
  user_supplied_latitude,
  user_supplied_longitude,
});

export type UploadFormValues = {
  photo: File | null;
  tree_width: string;
  user_supplied_latitude: string;
  user_supplied_longitude: string;
};
export type UploadFormOutput = z.output<typeof uploadFormSchema>;

export const emptyUpload: UploadFormValues = {
  photo: null,
  tree_width: "",
  user_supplied_latitude: "",
  user_supplied_longitude: "",
};
