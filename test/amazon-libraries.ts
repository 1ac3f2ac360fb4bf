import * as amplify6Auth from "@aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "@aws-amplify/auth/cognito";
import { Amplify, fetchAuthSession } from "@aws-amplify/core";
import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
} from "amazon-cognito-identity-js";
import { AuthClass } from "amplify-auth-5/lib/Auth.js";

/** What an app does with one of Amazon's libraries, by the library's defaults. */
export type AmazonLibrary = {
  name: string;
  signUp(username: string, password: string, email: string): Promise<unknown>;
  resendCode(username: string): Promise<unknown>;
  confirmSignUp(username: string, code: string): Promise<unknown>;
  /** Answers whether a code of the authenticator is asked for; `giveCode` takes it. */
  signIn(username: string, password: string): Promise<{ needsCode: boolean }>;
  giveCode(code: string): Promise<unknown>;
  readTokens(): Promise<{ accessToken: string; refreshToken: string }>;
  refresh(): Promise<unknown>;
  changePassword(before: string, password: string): Promise<unknown>;
  /** Answers the secret to put into an authenticator. */
  startAuthenticator(): Promise<string>;
  finishAuthenticator(code: string): Promise<unknown>;
  rememberDevice(): Promise<unknown>;
  signOut(): Promise<unknown>;
};

type Options = { endpoint: string; clientId: string; userPoolId: string };

class MemoryStorage {
  readonly #items = new Map<string, string>();
  readonly keys = () => [...this.#items.keys()];
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  clear(): void {
    this.#items.clear();
  }
}

/** What a callback of theirs is given, as a promise. */
function answered<Value>(call: (done: (error: unknown, value?: Value) => void) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(error) : resolve(value as Value)));
  });
}

export function amazonCognitoIdentityJs({ endpoint, clientId, userPoolId }: Options): AmazonLibrary {
  const storage = new MemoryStorage();
  const pool = new CognitoUserPool({ UserPoolId: userPoolId, ClientId: clientId, endpoint, Storage: storage });
  const userOf = (Username: string) => new CognitoUser({ Username, Pool: pool, Storage: storage });
  let user = userOf("nobody");

  const signedIn = (resolve: (value: { needsCode: boolean }) => void, onFailure: (error: unknown) => void) => ({
    onSuccess: () => resolve({ needsCode: false }),
    onFailure,
    totpRequired: () => resolve({ needsCode: true }),
  });
  const session = () => answered<CognitoUserSession>((done) => user.getSession(done));

  return {
    name: "amazon-cognito-identity-js",
    signUp: (username, password, email) =>
      answered((done) =>
        pool.signUp(username, password, [new CognitoUserAttribute({ Name: "email", Value: email })], [], done),
      ),
    resendCode: (username) => answered((done) => userOf(username).resendConfirmationCode(done)),
    confirmSignUp: (username, code) => answered((done) => userOf(username).confirmRegistration(code, false, done)),
    signIn: (Username, Password) => {
      user = userOf(Username);
      return new Promise((resolve, reject) =>
        user.authenticateUser(new AuthenticationDetails({ Username, Password }), signedIn(resolve, reject)),
      );
    },
    giveCode: (code) =>
      new Promise((resolve, reject) => user.sendMFACode(code, signedIn(resolve, reject), "SOFTWARE_TOKEN_MFA")),
    readTokens: async () => {
      const tokens = await session();
      return { accessToken: tokens.getAccessToken().getJwtToken(), refreshToken: tokens.getRefreshToken().getToken() };
    },
    refresh: async () => {
      const token = new CognitoRefreshToken({ RefreshToken: (await session()).getRefreshToken().getToken() });
      return answered((done) => user.refreshSession(token, done));
    },
    changePassword: (before, password) => answered((done) => user.changePassword(before, password, done)),
    startAuthenticator: () =>
      new Promise((resolve, reject) =>
        user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject }),
      ),
    finishAuthenticator: async (code) => {
      await new Promise((resolve, reject) =>
        user.verifySoftwareToken(code, "my phone", { onSuccess: resolve, onFailure: reject }),
      );
      await answered((done) => user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, done));
    },
    rememberDevice: () =>
      new Promise((resolve, reject) => user.setDeviceStatusRemembered({ onSuccess: resolve, onFailure: reject })),
    signOut: () => new Promise<void>((resolve) => user.signOut(() => resolve())),
  };
}

export function amplify5({ endpoint, clientId, userPoolId }: Options): AmazonLibrary {
  const auth = new AuthClass({
    region: "us-east-2",
    userPoolId,
    userPoolWebClientId: clientId,
    endpoint,
    storage: new MemoryStorage(),
  });
  let user: unknown;
  const current = () => auth.currentUserPoolUser();
  return {
    name: "Amplify 5",
    signUp: (username, password, email) => auth.signUp({ username, password, attributes: { email } }),
    resendCode: (username) => auth.resendSignUp(username),
    confirmSignUp: (username, code) => auth.confirmSignUp(username, code),
    signIn: async (username, password) => {
      const signedIn = await auth.signIn(username, password);
      user = signedIn;
      return { needsCode: signedIn.challengeName === "SOFTWARE_TOKEN_MFA" };
    },
    giveCode: (code) => auth.confirmSignIn(user, code, "SOFTWARE_TOKEN_MFA"),
    readTokens: async () => {
      const tokens = await auth.currentSession();
      return { accessToken: tokens.getAccessToken().getJwtToken(), refreshToken: tokens.getRefreshToken().getToken() };
    },
    refresh: async () => {
      const token = (await auth.currentSession()).getRefreshToken();
      const holder = await current();
      return answered((done) => holder.refreshSession(token, done));
    },
    changePassword: async (before, password) => auth.changePassword(await current(), before, password),
    startAuthenticator: async () => auth.setupTOTP(await current()),
    finishAuthenticator: async (code) => {
      await auth.verifyTotpToken(await current(), code);
      await auth.setPreferredMFA(await current(), "TOTP");
    },
    rememberDevice: () => auth.rememberDevice(),
    signOut: () => auth.signOut(),
  };
}

export function amplify6({ endpoint, clientId, userPoolId }: Options): AmazonLibrary {
  const storage = new MemoryStorage();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => storage.getItem(key),
    setItem: async (key, value) => storage.setItem(key, value),
    removeItem: async (key) => storage.removeItem(key),
    clear: async () => storage.clear(),
  });
  const Auth = { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } };
  // As the package `aws-amplify` does it.
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
  const kept = (name: string) => {
    const key = storage.keys().find((each) => each.endsWith(`.${name}`));
    return (key && storage.getItem(key)) ?? "";
  };
  return {
    name: "Amplify 6",
    signUp: (username, password, email) =>
      amplify6Auth.signUp({ username, password, options: { userAttributes: { email } } }),
    resendCode: (username) => amplify6Auth.resendSignUpCode({ username }),
    confirmSignUp: (username, code) => amplify6Auth.confirmSignUp({ username, confirmationCode: code }),
    signIn: async (username, password) => {
      const { nextStep } = await amplify6Auth.signIn({ username, password });
      // This library answers what the others throw.
      if (nextStep.signInStep === "CONFIRM_SIGN_UP") throw { name: "UserNotConfirmedException" };
      return { needsCode: nextStep.signInStep === "CONFIRM_SIGN_IN_WITH_TOTP_CODE" };
    },
    giveCode: (code) => amplify6Auth.confirmSignIn({ challengeResponse: code }),
    readTokens: async () => ({ accessToken: kept("accessToken"), refreshToken: kept("refreshToken") }),
    refresh: () => fetchAuthSession({ forceRefresh: true }),
    changePassword: (oldPassword, newPassword) => amplify6Auth.updatePassword({ oldPassword, newPassword }),
    startAuthenticator: async () => (await amplify6Auth.setUpTOTP()).sharedSecret,
    finishAuthenticator: async (code) => {
      await amplify6Auth.verifyTOTPSetup({ code });
      await amplify6Auth.updateMFAPreference({ totp: "PREFERRED" });
    },
    rememberDevice: () => amplify6Auth.rememberDevice(),
    signOut: () => amplify6Auth.signOut(),
  };
}
