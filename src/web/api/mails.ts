import useSWR from "swr";
import { callApi, callApiWithoutToken } from "./client.ts";

/** Whether and where the user's mails about their data points go, and a way to switch them. */
export function useMailSettings(username: string) {
  const settings = useSWR(["getMailSettings", username], () => callApi("getMailSettings", { params: { username } }));
  /** @throws ApiError */
  const setDigest = async (digest: boolean) => {
    const saved = await callApi("setMailSettings", { params: { username }, body: { digest } });
    await settings.mutate(saved, { revalidate: false });
  };
  return { ...settings, setDigest };
}

/** Switches the mails off that the token stands for. @throws ApiError */
export async function endMails(token: string): Promise<void> {
  await callApiWithoutToken("endMails", { params: { token } });
}
