import { t } from "../../../../generated/web-texts/results.ts";
import type { PublicPoint } from "../../../contract/results.ts";

export const creditOf = ({ credit }: Pick<PublicPoint, "credit">): string => credit ?? t("results.someone");
export const photosOf = ({ files }: Pick<PublicPoint, "files">) => files.filter(({ kind }) => kind === "photo");
