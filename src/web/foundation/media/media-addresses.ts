import { addressOf } from "../api/addresses.ts";

type Stored = { id: string };

export const pictureAddress = ({ id }: Stored) => addressOf("getPicture", { params: { id } });
export const soundAddress = ({ id }: Stored) => addressOf("getSound", { params: { id } });

/** Name of the cache with pictures and sounds of questions: screens fill it, and the service worker answers from it. */
export const pictureCache = "cairn-pictures";
