import { saying } from "../../texts/saying.ts";
import { describeDevice, deviceName } from "../sessions/device-name.ts";
import { type Device, devicePageSize } from "../sessions/devices.ts";
import { isClientValue } from "../srp/srp.ts";
import { CognitoError } from "./cognito-error.ts";
import {
  type CognitoOperation,
  type CognitoRequest,
  isUuid,
  requireHolder,
  requireParameters,
  requireText,
  requireTokenHolder,
  textOf,
} from "./cognito-input.ts";

/** Keeps the device that the app runs on, which proves itself from now on. Its owner says by a call of its own whether to remember it. */
export const confirmDevice: CognitoOperation = async (request) => {
  const { input, context, userAgent } = request;
  const { account, grantId } = await requireTokenHolder(request);
  const key = requireText(input, "DeviceKey");
  const config = requireParameters(input, "DeviceSecretVerifierConfig");
  const salt = hexOf(requireText(config, "Salt"));
  const verifier = hexOf(requireText(config, "PasswordVerifier"));
  if (salt.length > 128 || !/./.test(salt) || !isClientValue(verifier)) {
    throw new CognitoError("InvalidParameterException", "DeviceSecretVerifierConfig is not valid");
  }
  const device = { key, name: deviceName(userAgent) };
  const others = await context.devices.list(account.id, undefined, { limit: 1 });
  if (!(await context.deviceVerifiers.confirm({ id: grantId, accountId: account.id }, device, { salt, verifier }))) {
    throw new CognitoError("InvalidParameterException", "The device is confirmed already, or is not of this session.");
  }
  if (others.devices.length > 0) {
    context.events.tell("device.new", account, { describeDevice: (texts) => describeDevice(device.name, texts) });
  }
  return { UserConfirmationNecessary: true };
};

function hexOf(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex");
}

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
