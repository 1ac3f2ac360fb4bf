import { addressOf } from "./addresses.ts";
import { callApi } from "./client.ts";
import { downloadFile } from "./download-file.ts";

/** Everything that is kept about the user, as a ZIP. @throws ApiError */
export function downloadOwnData(username: string): Promise<Blob> {
  return downloadFile(addressOf("exportAdventurer", { params: { username } }));
}

/** Erases what is kept about the user, where an external provider keeps the account. @throws ApiError */
export async function eraseOwnData(
  username: string,
  erasure: { typed: string; deletesUnaccepted: boolean },
): Promise<void> {
  const body = { username: erasure.typed, deletes_unaccepted: erasure.deletesUnaccepted };
  await callApi("eraseAdventurer", { params: { username }, body });
}
