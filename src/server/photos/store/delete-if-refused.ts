import { DomainError } from "../../refusals/domain-error.ts";
import type { PhotoStore } from "./photo-store.ts";

/**
 * Deletes what was stored if the row that names it is refused. If the row isn't written for another reason, the nightly
 * job deletes it as an orphan.
 */
export async function deleteIfRefused<Result>(
  store: PhotoStore,
  keys: readonly string[],
  naming: Promise<Result>,
): Promise<Result> {
  try {
    return await naming;
  } catch (error) {
    if (error instanceof DomainError) for (const key of keys) await store.delete(key);
    throw error;
  }
}
