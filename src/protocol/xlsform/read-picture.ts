import type { Picture } from "../field.ts";
import { ours } from "./columns.ts";
import { quote, type Report } from "./report.ts";
import type { FormRow } from "./table.ts";

/** The file's name in our own forms. */
export const pictureFile = ({ id }: Picture): string => `${id}.webp`;
const ownFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The picture of a row in a form of ours. A form of others has only the file's name, which is reported. */
export function readPicture(record: FormRow, report: Report): { picture: Picture } | undefined {
  const file = record.cell("media::image");
  if (file === undefined) return undefined;
  const id = ownFile.exec(file)?.[1];
  const alt = record.words(ours.alt, true);
  if (id !== undefined && alt !== undefined) return { picture: { id, alt } };
  report.add("info", record.place("media::image"), "xlsform.picture.upload", { file: quote(file) });
  return undefined;
}
