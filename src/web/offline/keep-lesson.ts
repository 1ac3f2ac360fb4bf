import { call } from "../foundation/api/client.ts";
import { keepAddresses } from "../foundation/media/keep-media.ts";
import { pictureAddress } from "../foundation/media/media-addresses.ts";

/** Keeps a quest's lesson with its pictures on this phone; the client stores the answer. @throws ApiError; what the browser's cache throws */
export async function keepLesson(questId: number): Promise<void> {
  const { cards } = await call("getLesson", { params: { id: questId } });
  await keepAddresses(cards.flatMap(({ picture }) => (picture ? [pictureAddress(picture)] : [])));
}
