import { addressOf } from "../api/addresses.ts";

type Stored = { id: string };

export const pictureAddress = ({ id }: Stored) => addressOf("getPicture", { params: { id } });
export const soundAddress = ({ id }: Stored) => addressOf("getSound", { params: { id } });
