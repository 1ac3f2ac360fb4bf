import useSWR from "swr";
import { callApi } from "./client.ts";

/** The data points around a sample, and the same person's before and after it; nothing while `id` is undefined. */
export function useNeighbours(id: string | undefined) {
  return useSWR(id === undefined ? null : ["listNeighbours", id], () =>
    callApi("listNeighbours", { params: { id: id ?? "" } }),
  );
}
