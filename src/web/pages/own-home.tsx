import type { ComponentProps } from "react";
import { ContributionNews } from "../features/contributions/contribution-news.tsx";
import { OwnQuests } from "../features/quests/own-quests.tsx";
import { Part } from "../ui/part.tsx";

/** What the home page has for people who are signed in. */
export function OwnHome({ username, ...quests }: { username: string | undefined } & ComponentProps<typeof OwnQuests>) {
  return (
    <>
      <Part>{username && <ContributionNews username={username} />}</Part>
      <Part>
        <OwnQuests {...quests} />
      </Part>
    </>
  );
}
