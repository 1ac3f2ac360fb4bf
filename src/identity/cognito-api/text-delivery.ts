import { saying } from "../../texts/saying.ts";
import { CognitoError } from "./cognito-error.ts";
import type { CognitoContext } from "./cognito-input.ts";

/** Sends a text message; that it could not be sent is an answer of its own. */
export async function orDeliveryFailure({ logger }: CognitoContext, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    logger.error({ err: error }, "text message could not be sent");
    throw new CognitoError("CodeDeliveryFailureException", saying("identity.code.textMessageFailed"));
  }
}
