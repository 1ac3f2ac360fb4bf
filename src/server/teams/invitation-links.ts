import { createHash, randomBytes } from "node:crypto";
import { DomainError } from "../refusals/domain-error.ts";

/** 256 bits, so that guessing is hopeless. */
const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

type InvitationLink = {
  /** The page for people. */
  address: string;
  /** All that the database keeps of it. */
  tokenSha256: Buffer;
};

/** @param baseUrl the app's, without a trailing slash */
export function makeInvitationLink(baseUrl: string): InvitationLink {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { address: `${baseUrl}/invitations/${token}`, tokenSha256: sha256Of(token) };
}

/** @throws DomainError `invitation_not_found` for a text that is no token */
export function sha256OfToken(token: string): Buffer {
  if (!tokenPattern.test(token)) throw new DomainError("invitation_not_found");
  return sha256Of(token);
}

const sha256Of = (token: string) => createHash("sha256").update(token).digest();
