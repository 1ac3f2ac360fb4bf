import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { keepComment, useKeptMessage } from "./kept-comments.ts";

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it("drafts of 30 days ago are deleted when any message can be written, newer ones stay", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-05-01T10:00:00Z") });
  keepComment("alice", "1:message", { text: "Old" });
  vi.setSystemTime("2026-05-20T10:00:00Z");
  keepComment("alice", "2:message", { text: "New" });
  vi.setSystemTime("2026-06-01T10:00:00Z");
  const { result } = renderHook(() => useKeptMessage("alice", "2"));
  expect(result.current[0]).toBe("New");
  expect(Object.keys(localStorage)).toEqual(["cairn_comment:alice:2:message"]);
});
