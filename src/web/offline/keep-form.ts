import type { Protocol } from "../../protocol/field.ts";
import { addressOf } from "../foundation/api/addresses.ts";
import { withKept } from "../foundation/api/kept-answers.ts";
import { keepMedia } from "../foundation/media/keep-media.ts";

/**
 * Keeps the pictures of a form, and the form itself once a draft is begun with it, as if the phone had asked for this version. The quest
 * has only its newest form, which may come just before the signal is lost.
 */
export async function keepForm(
  account: string,
  questId: number,
  form: Protocol & { version?: number },
  begunVersion: number | undefined,
): Promise<void> {
  if (begunVersion !== undefined && form.version === begunVersion) {
    const name = "getQuestProtocol";
    const address = addressOf(name, { params: { id: questId, version: begunVersion } });
    await withKept(async (database) => {
      if (await database.get("answers", [account, address])) return;
      const answer = {
        account,
        address,
        name,
        questId,
        status: 200,
        text: JSON.stringify(form),
        nextPart: undefined,
      } as const;
      await database.put("answers", { ...answer, keptAtMs: Date.now() });
    });
  }
  await keepMedia(form.fields);
}
