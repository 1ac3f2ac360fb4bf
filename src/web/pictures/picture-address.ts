import type { Picture } from "../../protocol/field.ts";
import { addressOf } from "../api/addresses.ts";

export const pictureAddress = ({ id }: Pick<Picture, "id">) => addressOf("getPicture", { params: { id } });
