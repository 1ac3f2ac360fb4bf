import useSWR, { mutate } from "swr";
import type { DataPointEdit, QuestDataPoint } from "../../contract/data-points.ts";
import type { PositionSource } from "../../contract/enums.ts";
import { currentLanguage } from "../texts/area-texts.ts";
import { addressOf } from "./addresses.ts";
import { readAnswer } from "./answers.ts";
import { callApi } from "./client.ts";
import { withToken } from "./session.ts";
import { useInSight } from "./staleness.ts";

/** The user's data points of one quest, the oldest first; nothing while either is undefined. */
export function useDataPoints(username: string | undefined, questId: number | undefined) {
  const isAsked = username !== undefined && questId !== undefined;
  const points = useSWR<QuestDataPoint[]>(isAsked ? ["listDataPoints", username, questId] : null, () =>
    callApi("listDataPoints", { params: { username: username ?? "", id: questId ?? 0 } }),
  );
  useInSight([isAsked ? addressOf("listDataPoints", { params: { username, id: questId } }) : undefined], points.mutate);
  return points;
}

type OfQuest = { username: string; questId: number };

/** Changes a data point that has arrived and that nobody has reviewed, and lets every screen know. */
export async function editDataPoint(
  { username, questId }: OfQuest,
  id: string,
  edit: DataPointEdit,
): Promise<QuestDataPoint> {
  const edited = await callApi("editDataPoint", { params: { username, id: questId, data_point_id: id }, body: edit });
  await mutate<QuestDataPoint[]>(["listDataPoints", username, questId], (before) =>
    before?.map((each) => (each.id === id ? edited : each)),
  );
  return edited;
}

/** Deletes a data point that has arrived and that nobody has reviewed, and lets every screen know. */
export async function deleteDataPoint({ username, questId }: OfQuest, id: string): Promise<void> {
  await callApi("deleteDataPoint", { params: { username, id: questId, data_point_id: id } });
  await mutate<QuestDataPoint[]>(["listDataPoints", username, questId], (before) =>
    before?.filter((each) => each.id !== id),
  );
}

/** A data point has arrived, or gone: whoever shows the list fetches it anew. */
export function refetchDataPoints(username: string, questId: number): void {
  void mutate((key) => Array.isArray(key) && key[0] === "listDataPoints" && key[1] === username && key[2] === questId);
}

export type DataPointUpload = {
  /** A UUID of the client's making: sent again, it answers with the same data point. */
  id: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** Radius of the fix in metres. */
  accuracy?: number | undefined;
  fixed_at?: string | undefined;
  position_source: PositionSource;
  /** 0: the specification's form. */
  protocol_version: number;
  /** The values by key, as JSON. */
  measurements?: string | undefined;
  /** `tree_width`, and a position that the volunteer gave. */
  [name: string]: unknown;
};

/**
 * Sends a data point with its photos.
 * @param onProgress the share of the bytes sent, 0 to 1
 * @throws ApiError for a refusal; Error without a connection. The same upload may then be sent again.
 */
export async function uploadDataPoint(
  { username, questId }: { username: string; questId: number },
  upload: DataPointUpload,
  { photo, photos }: { photo: File | undefined; photos: ReadonlyMap<string, File> },
  { onProgress }: { onProgress?: (share: number) => void } = {},
): Promise<QuestDataPoint> {
  const address = addressOf("uploadDataPoint", { params: { username, id: questId }, query: { data_type: "image" } });
  const form = new FormData();
  for (const [key, value] of Object.entries(upload)) {
    if (value !== undefined) form.append(key, String(value));
  }
  const files = [
    ...[...photos].map(([key, file]) => ({ part: `photo:${key}`, hash: `sha256:${key}`, file })),
    ...(photo ? [{ part: "file", hash: "sha256", file: photo }] : []),
  ];
  // One after the other: each is read into memory whole.
  for (const { hash, file } of files) {
    const sha256 = await sha256Of(file);
    if (sha256 !== undefined) form.append(hash, sha256);
  }
  // The server reads the parts as they come: files are last.
  for (const { part, file } of files) form.append(part, file, file.name);

  return readAnswer("uploadDataPoint", await withToken((token) => sendForm(address, form, token, onProgress)));
}

/** A connection that carries nothing for so long is given up; sending again is harmless. */
const stallTimeoutMs = 60_000;

/** XMLHttpRequest, because `fetch` does not tell how far an upload is. */
function sendForm(
  address: string,
  form: FormData,
  token: string | undefined,
  onProgress: ((share: number) => void) | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", currentLanguage().code);
    if (token !== undefined) request.setRequestHeader("Authorization", `Bearer ${token}`);
    let stall: ReturnType<typeof setTimeout> | undefined;
    const stillAlive = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallTimeoutMs);
    };
    request.upload.addEventListener("progress", (event) => {
      stillAlive();
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      clearTimeout(stall);
      resolve({ status: request.status, text: request.responseText });
    });
    const fail = () => {
      clearTimeout(stall);
      const error = new Error("Network Error");
      console.error(error);
      reject(error);
    };
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    stillAlive();
    request.send(form);
  });
}

/** In hexadecimal; undefined where the browser cannot tell (plain http away from localhost, too little memory). */
async function sha256Of(file: Blob): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return undefined;
  }
}
