import { afterEach, expect, it, vi } from "vitest";
import { QuotaShare, UploadQuota } from "./upload-quota.ts";

const dayMs = 24 * 60 * 60_000;
const bytesPerDay = 1_000_000;

afterEach(() => vi.useRealTimers());

function startQuota(): UploadQuota {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  let [units, endsAtMs] = [0, 0];
  const add = (_key: string, windowMs: number, amount: number) => {
    if (endsAtMs <= Date.now()) [units, endsAtMs] = [0, Date.now() + windowMs];
    units += amount;
    return { requests: units, windowEndsInMs: endsAtMs - Date.now() };
  };
  return new UploadQuota({ add }, bytesPerDay);
}

it("bytes are given back to the day in which they were counted, and to no other", () => {
  const quota = startQuota();
  quota.count("alice", 1_000);
  const ofToday = quota.begin("alice");
  ofToday.add(900_000);
  ofToday.giveBack();
  vi.setSystemTime(dayMs - 120_000);
  const late = quota.begin("alice");
  late.add(900_000);
  vi.setSystemTime(dayMs + 1);
  late.giveBack();
  quota.begin("alice").add(bytesPerDay);
  expect(() => quota.begin("alice").add(1_000)).toThrow(expect.objectContaining({ code: "upload_quota_exhausted" }));
});

it("no more bytes are given back than were counted", () => {
  let units = 0;
  const share = new QuotaShare((more) => {
    units += more;
  });
  share.add(2_000);
  share.giveBack(5_000);
  expect(units).toBe(0);
  share.add(1_000);
  expect(units).toBe(1);
});
