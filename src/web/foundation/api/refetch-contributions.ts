import { refetch } from "./answers-by-call.ts";

export function refetchContributions(username: string): void {
  void refetch(["getContribution", "summarizeContributions"], { username });
  void refetch(["summarizeNews"]);
}
