import type { PlantIdResponse } from "../../contract/plant-identification.ts";
import { saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countRemaining, giveRequestBack, noteRemainingAtService, quotaDayOf, takeRequest } from "./plant-id-quota.ts";
import type { PlantnetClient, PlantnetFailure } from "./plantnet-client.ts";

/** Identifies plants within the day's quota; without a client it reports that none is configured. */
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
    if (!this.#client) {
      throw new DomainError("plant_id_not_configured");
    }
    return this.#client;
  }

  /**
   * If the service finds no plant, the answer has `error` and `message`.
   * @param jpeg upright and without metadata
   * @throws DomainError `plant_id_not_configured`, `plant_id_quota_exhausted`, `plant_id_failed`; PictureRefusedError
   */
  async identify(jpeg: Uint8Array<ArrayBuffer>): Promise<PlantIdResponse> {
    const client = this.requireConfigured();
    const day = quotaDayOf(new Date());
    if (!(await takeRequest(this.#db, day))) throw new DomainError("plant_id_quota_exhausted");
    const outcome = await client.identify(jpeg);
    switch (outcome.kind) {
      case "identified": {
        const { answer } = outcome;
        return {
          results: answer.results,
          ...(answer.bestMatch === undefined ? {} : { bestMatch: answer.bestMatch }),
          remainingIdentificationRequests: await this.#settleCount(day, answer.remainingRequests),
          ...(answer.results.length === 0 ? { error: true, message: "Species not found" } : {}),
        };
      }
      case "species_not_found":
        return {
          results: [],
          remainingIdentificationRequests: await this.#settleCount(day, outcome.remainingRequests),
          error: true,
          message: "Species not found",
        };
      case "quota_exhausted":
        await noteRemainingAtService(this.#db, day, 0);
        throw new DomainError("plant_id_quota_exhausted");
      case "unreached":
      case "key_refused":
        await giveRequestBack(this.#db, day);
        throw toDomainError(outcome);
      default:
        throw toDomainError(outcome);
    }
  }

  async #settleCount(day: string, remainingAtService: number | undefined): Promise<number> {
    if (remainingAtService !== undefined) await noteRemainingAtService(this.#db, day, remainingAtService);
    return countRemaining(this.#db, day);
  }
}

/** Sending the same photo again won't help. */
export class PictureRefusedError extends DomainError {}

function toDomainError(failure: Exclude<PlantnetFailure, { kind: "quota_exhausted" }>): DomainError {
  switch (failure.kind) {
    case "unreached":
      return new DomainError("plant_id_failed.unreached");
    case "timed_out":
      return new DomainError("plant_id_failed.timedOut");
    case "key_refused":
      return new DomainError("plant_id_failed.keyRefused");
    case "picture_refused":
      return new PictureRefusedError("plant_id_failed.pictureRefused");
    case "failed":
      return new DomainError(saying("refusals.plant_id_failed", { status: failure.status }));
    case "not_understood":
      return new DomainError("plant_id_failed.notUnderstood");
  }
}
