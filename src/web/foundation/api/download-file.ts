import type { CallName } from "../../../contract/all-calls.ts";
import { currentLanguage } from "../texts/area-texts.ts";
import { type AddressParts, addressOf } from "./addresses.ts";
import { ApiError } from "./api-error.ts";
import { withToken } from "./session.ts";

/** Downloads the file that a call returns. @throws ApiError */
export async function downloadFile(name: CallName, input: AddressParts): Promise<Blob> {
  const address = addressOf(name, input);
  const response = await withToken((token) =>
    fetch(address, {
      headers: {
        "Accept-Language": currentLanguage().code,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    }),
  );
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  return response.blob();
}
