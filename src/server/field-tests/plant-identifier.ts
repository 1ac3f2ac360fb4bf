import type { PlantIdResponse } from "../../contract/field-tests.ts";
import type { Db } from "../database/connection.ts";
import { regardlessOfRights } from "../database/rights.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  countRemaining,
  giveRequestBack,
  noteRemainingAtService,
  quotaDayOf,
  quotaExhausted,
  takeRequest,
} from "./plant-id-quota.ts";
import { type PlantnetClient, UncountedRequestError } from "./plantnet-client.ts";

/** Identifies plants within the day's quota. */
export class PlantIdentifier {
  readonly #db: Db;
  readonly #client: PlantnetClient | undefined;

  constructor({ db, client }: { db: Db; client: PlantnetClient | undefined }) {
    this.#db = db;
    this.#client = client;
  }

  get isConfigured(): boolean {
    return this.#client !== undefined;
  }

  /** @throws DomainError `plant_id_not_configured` */
  requireConfigured(): PlantnetClient {
    if (!this.#client) throw new DomainError("plant_id_not_configured");
    return this.#client;
  }

  /**
   * Without a match the answer has `error` and `message`.
   * @param jpeg upright and without metadata
   * @throws DomainError `plant_id_not_configured`, `plant_id_quota_exhausted`, `plant_id_failed`; PictureRefusedError
   */
  async identify(jpeg: Uint8Array<ArrayBuffer>): Promise<PlantIdResponse> {
    const client = this.requireConfigured();
    const day = quotaDayOf(new Date());
    if (!(await takeRequest(this.#db, day))) throw quotaExhausted();
    try {
      const { results, bestMatch, remainingRequests } = await client.identify(jpeg);
      if (remainingRequests !== undefined)
        await regardlessOfRights(() => noteRemainingAtService(this.#db, day, remainingRequests));
      return {
        results,
        bestMatch,
        remainingIdentificationRequests: await countRemaining(this.#db, day),
        ...(results.length === 0 ? { error: true, message: "Species not found" } : {}),
      };
    } catch (error) {
      if (error instanceof UncountedRequestError) await regardlessOfRights(() => giveRequestBack(this.#db, day));
      if (error instanceof DomainError && error.code === "plant_id_quota_exhausted") {
        await regardlessOfRights(() => noteRemainingAtService(this.#db, day, 0));
      }
      throw error;
    }
  }
}
