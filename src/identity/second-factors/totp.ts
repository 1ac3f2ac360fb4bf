import { Secret, TOTP } from "otpauth";
import { toDataURL } from "qrcode";
import { typedDigits } from "../../protocol/plain-digits.ts";

const periodSeconds = 30;
/** Accepted steps before and after the current one, for clocks that differ. */
const toleratedSteps = 1;

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Content of the QR code for authenticator apps. */
export function totpUri(secret: string, about: { issuer: string; username: string }): string {
  return totpOf(secret, about).toString();
}

export function qrCodeDataUrl(text: string): Promise<string> {
  return toDataURL(text, { errorCorrectionLevel: "M", margin: 2, width: 232 });
}

/** The code's time step; undefined for a wrong code. Store the step: a code counts once. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const token = typedDigits(code).replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: toleratedSteps });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

function totpOf(secret: string, about?: { issuer: string; username: string }): TOTP {
  return new TOTP({
    issuer: about?.issuer ?? "",
    label: about?.username ?? "",
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}
