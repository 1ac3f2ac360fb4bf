import * as z from "zod/mini";
import { latitudeDegrees, longitudeDegrees } from "../protocol/degrees.ts";
import { isStorable } from "../protocol/storable-text.ts";
import type { KeyOf } from "../texts/keys.ts";
import * as limits from "./limits.ts";

/** The message for a value that fails a check. */
const sentence = (text: KeyOf<"validation">) => ({ params: { text } });

const storable = z.refine<string>(isStorable, sentence("validation.noNul"));

export const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max), storable);
/** A text, without the white space around it. */
export const trimmedText = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max), storable);
/** Blanks, controls and what is never drawn, such as a zero-width space, are nothing to see. */
const visible = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
const somethingToSee = z.refine<string>(
  (value) => value === "" || visible.test(value),
  sentence("validation.required"),
);
/** What people call something: letters with accents are composed, so that one name isn't two. */
export const nameText = (min: number, max: number) =>
  z.string().check(z.trim(), z.normalize("NFC"), z.minLength(min), z.maxLength(max), storable, somethingToSee);
/** An address parser skips what PostgreSQL can't store, such as a NUL at the end. */
export const webAddress = (max: number) => z.url({ protocol: /^https?$/ }).check(z.maxLength(max), storable);
/** Quest text with paragraphs. */
export const longText = z.nullable(text(0, limits.longTextLength));
export const commentText = text(0, limits.commentLength);

export const idSchema = z.int().check(z.minimum(1), z.maximum(limits.maxId));
const degrees = ({ min, max }: { min: number; max: number }) => z.number().check(z.minimum(min), z.maximum(max));
export const latitudeSchema = degrees(latitudeDegrees);
export const longitudeSchema = degrees(longitudeDegrees);
/** Latitude, then longitude, in degrees (WGS 84). GeoJSON uses the opposite order. */
export const coordinatesSchema = z.tuple([latitudeSchema, longitudeSchema]);
export type Coordinates = z.infer<typeof coordinatesSchema>;

/** A day, `YYYY-MM-DD`. */
export const dateSchema = z.iso
  .date()
  .check(z.refine<string>((value) => value >= "1900-01-01", sentence("validation.request.tooEarly")));
/** An instant, ISO 8601 with an offset. */
export const instantSchema = z.iso.datetime({ offset: true }).check(
  // No device clock shows an earlier time, and PostgreSQL doesn't support every year that can be written.
  z.refine<string>((value) => Date.parse(value) >= 0, sentence("validation.request.instantTooEarly")),
);

export const usernameSchema = text(limits.usernameLength.min, limits.usernameLength.max);

/** The pattern of `z.email`, with domains in letters of any script, or in ASCII (`xn--`). */
const mailAddressPattern =
  /^(?!\.)(?!.*\.\.)(?!.*\s)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9\u00a1-\uffff][A-Za-z0-9\u00a1-\uffff-]*\.)+(?:[A-Za-z\u00a1-\uffff]{2,}|xn--[A-Za-z0-9-]+)$/;
export const mailAddress = z.email({ pattern: mailAddressPattern }).check(z.maxLength(limits.shortTextLength));
