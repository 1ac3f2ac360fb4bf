import { useRef } from "react";
import { t } from "../../../../generated/web-texts/sample.ts";
import type { Message } from "../../../contract/data-points.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { useKeptMessage } from "../../foundation/api/kept-comments.ts";
import { writeMessage } from "../../foundation/api/messages.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { Instant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Thread } from "../../ui/thread.tsx";
import { Verbatim } from "../../ui/verbatim.tsx";

/** The messages between the volunteer and the reviewers. */
export function SampleThread({ dataPointId, messages }: { dataPointId: string; messages: readonly Message[] }) {
  const [text, setText] = useKeptMessage(currentAccount(), dataPointId);
  /** Trying the same text again sends the same message. */
  const tried = useRef<{ text: string; requestId: string }>(undefined);
  return (
    <Thread
      title={t("sample.thread")}
      headingLevel="h3"
      messages={messages.map(({ id, author, is_reviewer, text, revision, written_at }) => ({
        id,
        text,
        author: <Verbatim>{author}</Verbatim>,
        isOwn: is_reviewer,
        details: (
          <>
            <span>{t(is_reviewer ? "sample.thread.reviewer" : "sample.thread.adventurer")}</span>
            <Instant of={written_at} />
            <span>{t("sample.thread.revision", { number: revision })}</span>
          </>
        ),
      }))}
      label={t("sample.thread.write")}
      sendLabel={t("sample.thread.send")}
      text={text}
      onText={setText}
      onSend={async (words) => {
        if (tried.current?.text !== words) tried.current = { text: words, requestId: crypto.randomUUID() };
        await writeMessage(dataPointId, words, tried.current.requestId);
        tried.current = undefined;
        setText("");
        announce(t("sample.thread.sent"));
      }}
      explainFailure={(error) => t("sample.thread.notSent", { reason: sentenceOf(error) })}
    />
  );
}
