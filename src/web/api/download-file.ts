import { currentLanguage } from "../texts/area-texts.ts";
import { ApiError } from "./api-error.ts";
import { withToken } from "./session.ts";

/** What a call that answers with a file answers. @throws ApiError */
export async function downloadFile(address: string): Promise<Blob> {
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
