import type { PlantIdResponse } from "../../../contract/field-tests.ts";
import { addressOf } from "./addresses.ts";
import { call } from "./client.ts";

/**
 * Identifies the plant on one image.
 * @throws ApiError when refused; Error with the service's message when the body carries its error flag
 */
export async function identifyPlant(image: File): Promise<PlantIdResponse> {
  const response = await call("identifyPlant", { body: {}, files: { image } });
  if (response.error || !("results" in response)) {
    throw new Error(response.message ?? "The plant was not identified.");
  }
  return response;
}

/** The address of a map picture, 400 by 400 pixels, with a pin. Where another service draws it, our server asks it. */
export function staticMapAddress([latitude, longitude]: readonly [number, number]): string {
  return addressOf("getStaticMap", { query: { coordinates: `${latitude},${longitude}` } });
}
