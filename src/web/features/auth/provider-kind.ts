import { useEffect, useState } from "react";
import { fetchAuthSettings } from "./auth-settings.ts";

/** Who keeps the accounts: the embedded provider, or another one at `host`. */
export type ProviderKind = { isEmbedded: boolean; host: string };

/** Undefined until it is known. */
export function useProviderKind(): ProviderKind | undefined {
  const [kind, setKind] = useState<ProviderKind>();
  useEffect(() => {
    fetchAuthSettings().then(
      ({ issuer }) => {
        const { origin, host } = new URL(issuer);
        setKind({ isEmbedded: origin === location.origin, host });
      },
      () => setKind(undefined),
    );
  }, []);
  return kind;
}
