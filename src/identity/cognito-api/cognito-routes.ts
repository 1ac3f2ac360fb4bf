import type { FastifyInstance, FastifyReply } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { AccessTokenCheck } from "../provider/access-token-check.ts";
import { CognitoError, CognitoUnavailableError } from "./cognito-error.ts";
import type { CognitoContext, CognitoOperation, CognitoRequest } from "./cognito-input.ts";
import { confirmDevice, forgetDevice, getDevice, listDevices, updateDeviceStatus } from "./device-operations.ts";
import { associateSoftwareToken, setUserMfaPreference, verifySoftwareToken } from "./factor-operations.ts";
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendConfirmationCode,
  signUp,
} from "./sign-up-operations.ts";
import {
  getTokensFromRefreshToken,
  globalSignOut,
  initiateAuth,
  respondToAuthChallenge,
  revokeToken,
} from "./token-operations.ts";
import {
  changePassword,
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from "./user-operations.ts";

const operations: Record<string, CognitoOperation> = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
  GlobalSignOut: globalSignOut,
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  GetUser: getUser,
  ChangePassword: changePassword,
  UpdateUserAttributes: updateUserAttributes,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  VerifyUserAttribute: verifyUserAttribute,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
  ConfirmDevice: confirmDevice,
  GetDevice: getDevice,
  ListDevices: listDevices,
  ForgetDevice: forgetDevice,
  UpdateDeviceStatus: updateDeviceStatus,
};

const contentType = "application/x-amz-json-1.1";
const targetPrefix = "AWSCognitoIdentityProviderService.";

/** The database takes the character NUL in no text. */
const withoutNul = (_key: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;

/** Cognito's JSON operations at `POST /`, by the header `x-amz-target`. */
export function cognitoRoutes(app: FastifyInstance, context: CognitoContext, findHolder: AccessTokenCheck): void {
  app.addContentTypeParser(contentType, { parseAs: "string", bodyLimit: 65_536 }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body) || "{}", withoutNul));
    } catch {
      done(new CognitoError("InvalidParameterException", "The body is not JSON"));
    }
  });

  const refuse = (reply: FastifyReply, status: number, type: string, message: string) =>
    reply
      .code(status)
      .type(contentType)
      .header("cache-control", "no-store")
      .header("x-amzn-errortype", type)
      .send(JSON.stringify({ __type: type, message }));

  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof CognitoError) return refuse(reply, 400, error.type, error.message);
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(reply, status, "SerializationException", "The request cannot be read.");
    context.logger.error({ err: error }, "a Cognito operation failed");
    if (error instanceof CognitoUnavailableError) reply.header("retry-after", "5");
    const isOutage = error instanceof CognitoUnavailableError;
    return refuse(reply, isOutage ? 503 : 500, "InternalErrorException", "Something went wrong on our side.");
  });

  app.post("/", async (request, reply) => {
    const target = String(request.headers["x-amz-target"] ?? "");
    const name = target.startsWith(targetPrefix) ? target.slice(targetPrefix.length) : "";
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) throw new CognitoError("UnknownOperationException", `Unknown operation ${name}`);
    const body: unknown = request.body;
    if (typeof body !== "object" || body === null) throw new CognitoError("InvalidParameterException", "No input");
    const input = body as CognitoRequest["input"];
    const answer = await operation({
      context,
      input,
      ip: request.ip,
      userAgent: request.headers["user-agent"] ?? "",
      texts: textsForRequest(request),
      findHolder,
      post: (path, form) => post(path, form),
    });
    return reply.type(contentType).header("cache-control", "no-store").send(JSON.stringify(answer));
  });

  async function post(path: string, form: Record<string, string>): Promise<{ status: number; body: unknown }> {
    const response = await app.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(form).toString(),
    });
    return {
      status: response.statusCode,
      body: isJson(response.headers["content-type"]) ? response.json() : undefined,
    };
  }
}

function isJson(type: unknown): boolean {
  return typeof type === "string" && type.startsWith("application/json");
}
