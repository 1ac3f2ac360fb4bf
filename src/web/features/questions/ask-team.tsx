import MessageCircleQuestion from "lucide-react/icons/message-circle-question-mark";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/questions.ts";
import type { Quest } from "../../../contract/quests.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { paths } from "../../foundation/paths.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { QuestionText } from "./question-text.tsx";

/** A question to the quest's team. Its text stays when the dialog closes. */
export function AskTeam({ quest }: { quest: Quest }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  // A second try after a lost answer must not ask twice.
  const requestId = useRef(crypto.randomUUID());
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("questions.ask.failed", { reason }));

  function send() {
    if (text.trim() === "") return setError(t("questions.ask.missing"));
    void run(async () => {
      await call("askQuestion", { params: { id: quest.id }, body: { text, id: requestId.current } });
      requestId.current = crypto.randomUUID();
      setText("");
      setIsOpen(false);
      setIsSent(true);
      announce(t("questions.ask.sentPlain"));
    });
  }

  return (
    <div className="stack gap-12 shrinks">
      <Button wide icon={<MessageCircleQuestion aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        {t("questions.ask")}
      </Button>
      {isSent ? (
        <Banner tone="ok" onClose={() => setIsSent(false)}>
          {rich("questions.ask.sent", { link: (words) => <Link to={paths.news}>{words}</Link> })}
        </Banner>
      ) : null}
      <ActionDialog
        open={isOpen}
        title={t("questions.ask.title", { questName: quest.quest_name })}
        onClose={() => setIsOpen(false)}
        keepOnOutsideClick={text.trim() !== ""}
        back={t("questions.cancel")}
        act={t("questions.ask.send")}
        isBusy={isBusy}
        problem={problem}
        onDismiss={dismiss}
        form
        onAct={send}
      >
        <div className="stack gap-12">
          <QuestionText
            label={t("questions.ask.label")}
            text={text}
            error={error}
            onText={(words) => {
              setError(undefined);
              setText(words);
            }}
          />
          <p className="muted">
            {withNames((name) =>
              t("questions.ask.whatHappens", { organization: name(quest.organization.organization_name) }),
            )}
          </p>
        </div>
      </ActionDialog>
    </div>
  );
}
