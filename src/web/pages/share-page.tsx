import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/gallery.ts";
import { useGallery } from "../capture/gallery/gallery.tsx";
import type { Begun } from "../capture/measuring/begin-from-gallery.ts";
import { GalleryPhotos, GalleryRemarks } from "../features/gallery/gallery-photos.tsx";
import { QuestChoice } from "../features/gallery/quest-choice.tsx";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { onPhoneCleared } from "../foundation/phone/clear-phone.ts";
import { dropShared } from "../foundation/phone/kept-photos.ts";
import { Banner } from "../ui/banner.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState } from "../ui/message-state.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { withNames } from "../ui/verbatim.tsx";
import styles from "./column-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

/** Photos that the phone's gallery shared with the installed app: the volunteer chooses the quest that they are for. */
export function SharePage() {
  const { status, username } = useAuth();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { gallery, reload } = useGallery();
  const [begun, setBegun] = useState<Begun>();
  // When a session ends, its photos go.
  useEffect(() => onPhoneCleared(() => void reload()), [reload]);

  const onBegun = async (next: Begun) => {
    const { draft } = next;
    if (draft) return navigate(paths.draft(draft.questId, draft.localId));
    setBegun(next);
    await reload();
  };
  const seeLeftOut = async () => {
    for (const file of gallery?.leftOut ?? []) await dropShared(file);
    await reload();
  };
  return (
    <div className={`stack gap-16 ${styles.page}`}>
      <PageTitle>{t("gallery.title")}</PageTitle>
      <h1>{t("gallery.title")}</h1>
      {gallery ? (
        <GalleryRemarks
          isUnkept={search.has("unkept")}
          noRoomCount={Number(search.get("left")) || 0}
          leftOut={gallery.leftOut}
          onSeen={() => void seeLeftOut()}
        />
      ) : null}
      {begun ? (
        <Banner tone="warning">
          {begun.used.map((name) => (
            <p key={name}>{withNames((by) => t("gallery.used", { name: by(name) }))}</p>
          ))}
          {begun.unreadable.map((name) => (
            <p key={name}>{withNames((by) => t("gallery.unreadable", { name: by(name) }))}</p>
          ))}
        </Banner>
      ) : null}
      {!gallery || status === "unknown" ? (
        <Loading height="14rem" />
      ) : gallery.photos.length === 0 ? (
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {t("gallery.none")}
        </EmptyState>
      ) : (
        <>
          <GalleryPhotos photos={gallery.photos} onDiscarded={reload} />
          {username === undefined ? (
            <SignedOut>{t("gallery.signedOut")}</SignedOut>
          ) : (
            <QuestChoice username={username} onBegun={(next) => void onBegun(next)} />
          )}
        </>
      )}
    </div>
  );
}
