import { type Media, type Picture, type Sound, soundFormats } from "../field.ts";
import { cairnColumns } from "./columns.ts";
import { quote, type Report } from "./report.ts";
import type { FormRow } from "./table.ts";

/** Names of files in our own forms. */
export const pictureFile = ({ id }: Picture): string => `${id}.webp`;
/** A sound that no server has seen has no format. */
export const soundFile = ({ id, format = "mp3" }: Sound): string => `${id}.${format}`;
const ownId = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Each with its columns: that of its file, and that of its words. */
export const mediaColumns = {
  picture: { file: "media::image", words: cairnColumns.alt, own: new RegExp(`^(${ownId})\\.(webp)$`) },
  sound: {
    file: "media::audio",
    words: cairnColumns.soundAlt,
    own: new RegExp(`^(${ownId})\\.(${soundFormats.join("|")})$`),
  },
} as const;

/** Picture and sound of a row in a form of ours. A form of others has only the names of files, which are reported. */
export function readMedia(record: FormRow, report: Report): Media {
  const read = (kind: keyof Media): Media => {
    const { file, words, own } = mediaColumns[kind];
    const written = record.cell(file);
    if (written === undefined) return {};
    const [, id, format] = own.exec(written) ?? [];
    const alt = record.words(words, true);
    if (id !== undefined && alt !== undefined) return { [kind]: { id, alt, ...(kind === "sound" && { format }) } };
    report.add("info", record.place(file), `xlsform.${kind}.upload`, { file: quote(written) });
    return {};
  };
  return { ...read("picture"), ...read("sound") };
}
