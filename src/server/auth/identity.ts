/** Who a valid access token says is asking. Roles come from the token alone. */
export type Identity = {
  username: string;
  groups: string[];
  isAdmin: boolean;
  isFeatureTester: boolean;
};

/**
 * Reads a bearer token.
 * @throws DomainError `unauthenticated` or `token_expired` for every token that is not a living access token for us
 */
export type TokenVerifier = (token: string) => Promise<Identity>;
