import type { IdentityContext } from "../context.ts";
import { passwordResetMail } from "../messages/mails.ts";

/**
 * Mails the account a code that sets a new password. Never rejects, so that it need not be waited for: how long the mail
 * takes would tell that there is somebody to send it to.
 */
export async function sendPasswordResetCode(
  { codes, mailer, publicUrl, logger }: Pick<IdentityContext, "codes" | "mailer" | "publicUrl" | "logger">,
  account: { id: string; email: string; username: string },
): Promise<void> {
  try {
    const issued = await codes.issue("password-reset", account.id);
    if ("refused" in issued) return;
    await mailer.send(
      passwordResetMail({ to: account.email, username: account.username, code: issued.code, publicUrl }),
    );
  } catch (error) {
    logger.error({ err: error }, "password reset mail could not be sent");
  }
}
