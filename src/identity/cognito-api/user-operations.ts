import { saying } from "../../texts/saying.ts";
import { confirmEmail } from "../accounts/confirm-email.ts";
import { mailPerMailbox, secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import { confirmEmailMail } from "../messages/mails.ts";
import { type Device, devicePageSize } from "../sessions/devices.ts";
import { CognitoError, limitExceeded } from "./cognito-error.ts";
import {
  type CognitoOperation,
  type CognitoRequest,
  deliveryOf,
  requireHolder,
  requireText,
  textOf,
} from "./cognito-input.ts";

/** Sends a code to the e-mail address or the phone of the user. */
export const getUserAttributeVerificationCode: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const attribute = requireAttribute(input);
  if (await context.limits.take([{ key: `mail:${account.email}`, limit: mailPerMailbox }])) {
    throw limitExceeded();
  }
  if (attribute === "phone_number") {
    const phone = await context.secondFactors.findPhone(account.id);
    if (!phone) throw new CognitoError("InvalidParameterException", saying("identity.noValidMfaMethod"));
    await context.secondFactors.sendText(account.id, request.texts);
    return { CodeDeliveryDetails: deliveryOf("phone_number", phone.number) };
  }
  const issued = await context.codes.issue("email", account.id);
  if ("refused" in issued) throw limitExceeded();
  const { email, username } = account;
  await context.mailer.send(confirmEmailMail(request.texts, { to: email, username, code: issued.code }));
  return { CodeDeliveryDetails: deliveryOf("email", account.email) };
};

export const verifyUserAttribute: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const attribute = requireAttribute(input);
  const code = requireText(input, "Code", saying("identity.confirmationCodeEmpty"));
  const check =
    attribute === "email"
      ? await context.codes.check("email", account.id, code, (tx) => confirmEmail(tx, account.id))
      : (await context.secondFactors.confirmPhone(account, code, { withRecoveryCodes: false })).check;
  if (check === "wrong")
    throw new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
  if (check === "used-up") {
    throw new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  }
  return {};
};

export const listDevices: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const limit = input.Limit ?? devicePageSize;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0 || limit > devicePageSize) {
    throw new CognitoError("InvalidParameterException", `Limit is a whole number from 0 to ${devicePageSize}`);
  }
  const token = textOf(input, "PaginationToken");
  const page = { limit: limit === 0 ? devicePageSize : limit, after: isUuid(token) ? token : undefined };
  const { devices, next } = await context.devices.list(account.id, undefined, page);
  return { Devices: devices.map(describe), ...(next && { PaginationToken: next }) };
};

export const getDevice: CognitoOperation = async (request) => ({
  Device: describe((await requireDevice(request)).device),
});

export const updateDeviceStatus: CognitoOperation = async (request) => {
  const status = textOf(request.input, "DeviceRememberedStatus");
  if (status !== "remembered" && status !== "not_remembered") {
    throw new CognitoError("InvalidParameterException", "DeviceRememberedStatus is remembered or not_remembered");
  }
  const { accountId, device } = await requireDevice(request);
  await request.context.devices.setRemembered(accountId, device.id, status === "remembered");
  return {};
};

export const forgetDevice: CognitoOperation = async (request) => {
  const { accountId, device } = await requireDevice(request);
  await request.context.devices.forget(accountId, device.id);
  return {};
};

export const associateSoftwareToken: CognitoOperation = async (request) => {
  const { id } = await requireHolder(request);
  const { secondFactors } = request.context;
  if ((await secondFactors.confirmedKinds(id)).includes("software_token")) {
    throw new CognitoError("InvalidParameterException", "An authenticator app is set up already");
  }
  return { SecretCode: await secondFactors.startApp(id) };
};

export const verifySoftwareToken: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const code = requireText(input, "UserCode", saying("identity.challengeResponseEmpty"));
  const key = `factor:account:${account.id}`;
  if (await context.limits.take([{ key, limit: secondFactorPerAccount }])) {
    throw limitExceeded();
  }
  const { check } = await context.secondFactors.confirmApp(account, code, { withRecoveryCodes: false });
  if (check !== "right") {
    throw new CognitoError("EnableSoftwareTokenMFAException", "Code mismatch");
  }
  await context.limits.clear(key);
  return { Status: "SUCCESS" };
};

async function requireDevice(request: CognitoRequest): Promise<{ accountId: string; device: Device }> {
  const { context, input } = request;
  const { id } = await requireHolder(request);
  const key = requireText(input, "DeviceKey");
  const device = isUuid(key) ? await context.devices.find(id, key) : undefined;
  if (device) return { accountId: id, device };
  const { devices } = await context.devices.list(id, undefined, { limit: 1 });
  // An account that never signed in with a browser has none.
  if (devices.length === 0) throw new CognitoError("InvalidParameterException", saying("identity.deviceTrackingOff"));
  throw new CognitoError("ResourceNotFoundException", "Device does not exist.");
}

function describe(device: Device) {
  const seconds = (date: Date) => Math.round(date.getTime()) / 1000;
  return {
    DeviceKey: device.id,
    DeviceAttributes: [
      { Name: "device_name", Value: device.name },
      { Name: "device_status", Value: device.remembered ? "remembered" : "not_remembered" },
    ],
    DeviceCreateDate: seconds(device.createdAt),
    DeviceLastModifiedDate: seconds(device.lastSeenAt),
    DeviceLastAuthenticatedDate: seconds(device.lastSeenAt),
  };
}

function requireAttribute(input: Record<string, unknown>): "email" | "phone_number" {
  const name = requireText(input, "AttributeName");
  if (name === "email" || name === "phone_number") return name;
  throw new CognitoError("InvalidParameterException", `${name} cannot be verified`);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
