import { useState } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import { outboxFailure } from "../../capture/measuring/outbox-failure.ts";
import { paths } from "../../foundation/paths.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import { reopen } from "../../outbox/outbox.ts";
import type { AnswerRecord } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import styles from "./answer-state.module.css";

/** The state of an answer that was saved on this phone. */
export function AnswerState({ answer: { localId, state, problem } }: { answer: AnswerRecord }) {
  const [failure, setFailure] = useState<string>();
  const mustOpen = !backgroundSync.isAgreed;
  if (state === "delivered") return <Banner tone="ok">{t("contributions.answer.delivered")}</Banner>;
  const isRefused = state === "refused";
  const change = () => reopen(localId).catch((error: unknown) => setFailure(outboxFailure(error)));
  return (
    <Banner tone={isRefused ? "danger" : "ok"}>
      <p>
        <strong>{t(isRefused ? "contributions.answer.refused" : "contributions.answer.saved")}</strong>{" "}
        {isRefused
          ? problem?.message
          : t(
              state === "sending"
                ? "contributions.answer.sending"
                : `contributions.answer.savedWaits.${mustOpen ? "open" : "sends"}`,
            )}
      </p>
      {!isRefused && problem ? <p>{problem.message}</p> : null}
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={`cluster gap-8 ${styles.actions}`}>
        {state === "sending" ? null : <Button onClick={() => void change()}>{t("contributions.answer.change")}</Button>}
        <ButtonLink to={paths.outbox}>{t("contributions.answer.outbox")}</ButtonLink>
      </div>
    </Banner>
  );
}
