import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { callerOf } from "./limit-requests.ts";

const request = (given: { username?: string; ip: string; networkOf?: (ip: string) => string }) => {
  const { username, ip, networkOf } = given;
  const identity = username === undefined ? undefined : { username };
  return { identity, ip, server: { networkOf } } as unknown as FastifyRequest;
};

it("counts a person by the account, wherever they are, and never as the network that the name looks like", () => {
  const [here, there] = ["198.51.100.7", "203.0.113.9"];
  expect(callerOf(request({ username: "fern", ip: here }))).toBe(callerOf(request({ username: "fern", ip: there })));
  expect(callerOf(request({ username: here, ip: there }))).not.toBe(callerOf(request({ ip: here })));
});

it("counts those who aren't signed in by the unit of address limits", () => {
  const networkOf = (ip: string) => ip.split(":").slice(0, 4).join(":");
  const [one, other] = ["2001:db8:1:2::a", "2001:db8:1:2::b"].map((ip) => callerOf(request({ ip, networkOf })));
  expect(one).toBe(other);
  expect(callerOf(request({ ip: "2001:db8:1:3::a", networkOf }))).not.toBe(one);
  expect(callerOf(request({ ip: "198.51.100.7" }))).not.toBe(callerOf(request({ ip: "198.51.100.8" })));
});
