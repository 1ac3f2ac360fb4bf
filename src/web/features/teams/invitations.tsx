import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/members.ts";
import { shortTextLength, usernameLength } from "../../../contract/limits.ts";
import type { TeamRole } from "../../../contract/roles.ts";
import type { Invitation, MadeInvitation } from "../../../contract/teams.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { asTyped } from "../../ui/as-typed.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Instant } from "../../ui/instant.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { ShownOnceDialog } from "../../ui/shown-once-dialog.tsx";
import { Verbatim, withNames } from "../../ui/verbatim.tsx";
import { RoleField, type TeamInSight } from "./members.tsx";
import styles from "./teams.module.css";

const ways = ["email", "link", "username"] as const;
type Way = (typeof ways)[number];
const words = {
  email: "members.invite.send",
  link: "members.invite.make",
  username: "members.invite.add",
} as const;

type Made = MadeInvitation & { email: string | undefined };

/** Invites by email or link, or adds an account by its name. */
export function InviteDialog({
  team,
  onClose,
  onInvited,
  onAdded,
}: {
  team: TeamInSight;
  onClose: () => void;
  /** The dialog stays and shows the link. */
  onInvited: () => void;
  onAdded: (notice: ReactNode) => void;
}) {
  const [way, setWay] = useState<Way>("email");
  const [role, setRole] = useState<TeamRole>("reviewer");
  const [text, setText] = useState("");
  const [anyone, setAnyone] = useState(false);
  const [made, setMade] = useState<Made>();
  const { isBusy, problem, run } = useAction((reason) => t("members.invite.failed", { reason }));
  const typed = text.trim();
  const params = { id: team.organization_id };

  function submit() {
    void run(async () => {
      if (way === "username") {
        await call("addMember", { params, body: { username: typed, role } });
        onAdded(withNames((name) => t("members.invite.added", { username: name(typed) })));
        return;
      }
      const email = way === "email" ? typed : undefined;
      const body = { role, ...(email !== undefined && { email, anyone }) };
      setMade({ ...(await call("createInvitation", { params, body })), email });
      onInvited();
    });
  }

  if (made) {
    return (
      <ShownOnceDialog
        secret={made.address}
        words={{
          title: t("members.invite.made"),
          lead: explain(made.mail, made.email),
          label: t("members.invite.address"),
          hint: t("members.invite.made.once"),
          copy: t("members.invite.copy"),
          copied: t("members.invite.copied"),
          copyYourself: t("members.invite.copyYourself"),
          done: t("members.invite.done"),
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ActionDialog
      title={withNames((name) => t("members.invite.title", { organizationName: name(team.organization_name) }))}
      onClose={onClose}
      keepOnOutsideClick={typed !== ""}
      back={t("members.cancel")}
      act={t(words[way])}
      isBusy={isBusy}
      isBlocked={way !== "link" && typed === ""}
      problem={problem}
      form
      onAct={submit}
    >
      <fieldset className={`stack ${styles.ways}`}>
        <legend className="strong">{t("members.invite.how")}</legend>
        {ways.map((each) => (
          <Choice key={each}>
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            {t(`members.invite.how.${each}`)}
          </Choice>
        ))}
      </fieldset>
      {way === "email" ? (
        <Field
          label={t("members.invite.email")}
          hint={t(anyone ? "members.invite.email.anyoneHint" : "members.invite.email.hint")}
        >
          {(control) => (
            <input
              {...control}
              type="email"
              value={text}
              maxLength={shortTextLength}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      ) : null}
      {way === "email" ? (
        <Choice>
          <input type="checkbox" checked={anyone} onChange={(event) => setAnyone(event.currentTarget.checked)} />
          {t("members.invite.anyone")}
        </Choice>
      ) : null}
      {way === "username" ? (
        <Field label={t("members.invite.username")} hint={t("members.invite.username.hint")}>
          {(control) => (
            <input
              {...control}
              type="text"
              value={text}
              maxLength={usernameLength.max}
              {...asTyped}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      ) : null}
      <RoleField role={role} onChoose={setRole} />
    </ActionDialog>
  );
}

function explain(mail: MadeInvitation["mail"], email: string | undefined): ReactNode {
  if (email === undefined) return t("members.invite.made.link");
  return mail === "none"
    ? t("members.invite.made.notMailed")
    : withNames((name) => t("members.invite.made.mailed", { email: name(email) }));
}

/** What owners have sent and nobody has used. */
export function OpenInvitations({
  team,
  invitations,
  onRevoked,
}: {
  team: TeamInSight;
  invitations: readonly Invitation[];
  onRevoked: (notice: ReactNode) => void;
}) {
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("members.invitations.revokeFailed", { reason }));
  const [revoking, setRevoking] = useState<number>();
  const revoke = (id: number) => {
    setRevoking(id);
    return run(async () => {
      await call("revokeInvitation", { params: { id: team.organization_id, invitation_id: id } });
      onRevoked(t("members.invitations.revoked"));
    });
  };
  return (
    <>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
      {invitations.length === 0 ? (
        <EmptyState>{t("members.invitations.none")}</EmptyState>
      ) : (
        <DataTable
          label={t("members.invitations.to", { organizationName: team.organization_name })}
          rows={invitations}
          rowKey={({ id }) => id}
          columns={[
            { key: "for", label: t("members.invitations.for"), kind: "name", cell: Whom },
            { key: "role", label: t("members.column.role"), cell: ({ role }) => t(`members.role.${role}`) },
            {
              key: "mail",
              label: t("members.invitations.mail"),
              cell: ({ mail }) => t(`members.invitations.mail.${mail}`),
            },
            { key: "by", label: t("members.invitations.by"), isVerbatim: true, cell: ({ invited_by }) => invited_by },
            {
              key: "until",
              label: t("members.invitations.until"),
              cell: ({ expires_at }) => <Instant of={expires_at} />,
            },
            {
              key: "actions",
              label: t("members.column.actions"),
              kind: "action",
              cell: (invitation) => (
                <Button
                  small
                  busy={isBusy && revoking === invitation.id}
                  aria-label={t("members.invitations.revokeOf", { who: whom(invitation) })}
                  onClick={() => void revoke(invitation.id)}
                >
                  {t("members.invitations.revoke")}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

const Whom = (invitation: Invitation) =>
  invitation.email === null ? whom(invitation) : <Verbatim>{invitation.email}</Verbatim>;
const whom = ({ email }: Invitation): string => email ?? t("members.invitations.anyone");
