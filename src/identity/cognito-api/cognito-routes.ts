import type { FastifyInstance } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { AccessTokenCheck } from "../provider/access-token-check.ts";
import { CognitoError } from "./cognito-error.ts";
import type { CognitoContext, CognitoOperation, CognitoRequest } from "./cognito-input.ts";
import { confirmForgotPassword, confirmSignUp, forgotPassword, signUp } from "./sign-up-operations.ts";
import { globalSignOut, initiateAuth, respondToAuthChallenge, revokeToken } from "./token-operations.ts";
import {
  associateSoftwareToken,
  forgetDevice,
  getDevice,
  getUserAttributeVerificationCode,
  listDevices,
  updateDeviceStatus,
  verifySoftwareToken,
  verifyUserAttribute,
} from "./user-operations.ts";

const operations: Record<string, CognitoOperation> = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  VerifyUserAttribute: verifyUserAttribute,
  GetDevice: getDevice,
  ListDevices: listDevices,
  ForgetDevice: forgetDevice,
  UpdateDeviceStatus: updateDeviceStatus,
  GlobalSignOut: globalSignOut,
  RevokeToken: revokeToken,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
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

  app.setErrorHandler((error, _request, reply) => {
    reply.type(contentType).header("cache-control", "no-store");
    if (error instanceof CognitoError) {
      return reply
        .code(400)
        .header("x-amzn-errortype", error.type)
        .send(JSON.stringify({ __type: error.type, message: error.message }));
    }
    context.logger.error({ err: error }, "a Cognito operation failed");
    const body = { __type: "InternalErrorException", message: "Something went wrong on our side." };
    return reply.code(500).header("x-amzn-errortype", body.__type).send(JSON.stringify(body));
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
    return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
  }
}
