import { NewsBadge } from "./news-badge.tsx";
import { OutboxBadge } from "./outbox-badge.tsx";

/** What the header counts for whoever is signed in: what is new, and what has not arrived. */
export function HeaderBadges({ account }: { account: string }) {
  return (
    <>
      <NewsBadge account={account} />
      <OutboxBadge account={account} />
    </>
  );
}
