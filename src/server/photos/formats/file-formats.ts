import type { FileKind } from "../../../protocol/field.ts";
import type { FileFormat } from "../../database/column-types.ts";

export const kindOfFormat: { readonly [Format in FileFormat]: FileKind } = {
  jpeg: "photo",
  png: "photo",
  webp: "photo",
  heic: "photo",
};
