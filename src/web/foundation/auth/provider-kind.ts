import { useEffect, useState } from "react";
import { fetchAuthSettings } from "./auth-settings.ts";

/** The embedded provider, or another one at `host`. */
type ProviderKind = { isEmbedded: boolean; host: string };

/** @returns undefined until it is known */
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
