import type { ReleaseLicence } from "./desk-enums.ts";

export type Licence = { id: ReleaseLicence; name: string; address: string };

/** Names and addresses of Creative Commons, by SPDX id. */
const licences: Record<ReleaseLicence, Omit<Licence, "id">> = {
  "CC0-1.0": { name: "CC0 1.0", address: "https://creativecommons.org/publicdomain/zero/1.0/" },
  "CC-BY-4.0": { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
  "CC-BY-NC-4.0": { name: "CC BY-NC 4.0", address: "https://creativecommons.org/licenses/by-nc/4.0/" },
};

export const licenceOf = (id: ReleaseLicence): Licence => ({ id, ...licences[id] });
