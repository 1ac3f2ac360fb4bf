import { expect, it } from "vitest";
import { directionsAddress } from "./directions.ts";

it.each([
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile", 5, "geo:38.518,-78.4364?q=38.518,-78.4364"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", 5, "https://maps.apple.com/?daddr=38.518,-78.4364"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, "https://maps.apple.com/?daddr=38.518,-78.4364"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0, "https://www.openstreetmap.org/directions?to=38.518,-78.4364"],
  ["Mozilla/5.0 (X11; Linux x86_64)", 0, "https://www.openstreetmap.org/directions?to=38.518,-78.4364"],
])("the way to a place, on %s with %i fingers", (userAgent, maxTouchPoints, address) => {
  expect(directionsAddress([38.518, -78.4364], { userAgent, maxTouchPoints })).toBe(address);
});
