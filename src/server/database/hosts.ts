const hostPattern = /^(?:\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::\d{1,5})?$/;

/**
 * An address with several hosts, `postgresql://a:5432,b:5432/cairn`, as one address for each host. `target_session_attrs` may
 * say `read-write` or `primary`, which is what Cairn does with several hosts anyway.
 * @throws Error with a sentence for people
 */
export function splitHosts(connectionString: string): string[] {
  const start = connectionString.indexOf("://") + 3;
  const length = connectionString.slice(start).search(/[/?]/);
  const end = length === -1 ? connectionString.length : start + length;
  const authority = connectionString.slice(start, end);
  const credentials = authority.slice(0, authority.lastIndexOf("@") + 1);
  const hosts = authority.slice(credentials.length).split(",");
  const wanted = new URLSearchParams(connectionString.split("?")[1]).get("target_session_attrs");
  if (wanted !== null && wanted !== "read-write" && wanted !== "primary") {
    throw new Error("Expected target_session_attrs=read-write: Cairn writes to this database");
  }
  if (hosts.length > 1 && !hosts.every((host) => hostPattern.test(host))) {
    throw new Error("Expected hosts with commas between them, such as postgresql://cairn:…@a:5432,b:5432/cairn");
  }
  return hosts.map((host) => connectionString.slice(0, start) + credentials + host + connectionString.slice(end));
}
