/** Who a request comes from, by its access token alone. */
export interface Identity {
  username: string;
  groups: string[];
  isAdmin: boolean;
  isFeatureTester: boolean;
  /** The `sub` of the token: stays the same where a provider lets users change their name. */
  subject: string | undefined;
  tokenId: string | undefined;
}

export const adminsGroup = "admins";
export const featureTestersGroup = "feature_testers";
