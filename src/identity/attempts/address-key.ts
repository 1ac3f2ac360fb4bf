import ipaddr from "ipaddr.js";

/** Groups addresses for rate limits: an IPv6 network counts as one, because a household chooses addresses within it. */
export function addressKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return ip;
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
