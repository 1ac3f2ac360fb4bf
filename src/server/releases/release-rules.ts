import { DomainError } from "../refusals/domain-error.ts";
import type { KnownRelease } from "./release-queries.ts";

/** Only a published release gets a DOI, once, and from one side. @throws DomainError `release_not_found`, `release_refused` */
export function requireNoDoi(release: KnownRelease | undefined): void {
  if (!release) throw new DomainError("release_not_found");
  if (release.state !== "published" || release.doi !== null) throw new DomainError("release_refused.doi");
  if (release.deposit?.state === "waiting") throw new DomainError("release_refused.depositing");
}
