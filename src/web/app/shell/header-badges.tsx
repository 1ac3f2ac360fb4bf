import { NewsBadge } from "./news-badge.tsx";
import { OutboxBadge } from "./outbox-badge.tsx";

/** The header's counts of news and undelivered records. */
export function HeaderBadges({ account }: { account: string }) {
  return (
    <>
      <NewsBadge />
      <OutboxBadge account={account} />
    </>
  );
}
