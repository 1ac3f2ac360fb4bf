import { createDiffieHellman, createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from "node:crypto";

/**
 * The server's side of SRP-6a (RFC 5054) with SHA-256, as Cognito does it: numbers are hashed as the shortest
 * two's complement, and the key is 16 bytes of HKDF (RFC 5869) over S, salted with u.
 */

/** The group of 3072 bits of RFC 3526, with 2 for its generator. */
const prime = getDiffieHellman("modp15").getPrime();
const modulus = fromHex(prime.toString("hex"));
const generator = 2n;
const multiplier = BigInt(`0x${hashOfHex(paddedHex(modulus) + paddedHex(generator))}`);
const keyInfo = "Caldera Derived Key";
const keyBytes = 16;
/** RFC 5054 asks for 256 bits at least. */
const exponentBytes = 32;
const saltBytes = 16;

/** Numbers as hexadecimal text. */
export type Verifier = { salt: string; verifier: string };
export type ServerStart = { secret: string; publicValue: string };
/** Who is proven: a user of a pool, or a device of a group. */
export type Proof = {
  poolName: string;
  userId: string;
  /** What the server sent to be signed, base64. */
  secretBlock: string;
  timestamp: string;
};

export function makeVerifier(poolName: string, userId: string, password: string): Verifier {
  const salt = randomBytes(saltBytes).toString("hex");
  const identityHash = createHash("sha256").update(`${poolName}${userId}:${password}`).digest("hex");
  const x = BigInt(`0x${hashOfHex(paddedHex(fromHex(salt)) + identityHash)}`);
  return { salt, verifier: power(generator, x).toString(16) };
}

/** A verifier that no password is known for, always the same one for a seed. */
export function unknownVerifier(seed: Buffer): Verifier {
  const exponent = BigInt(`0x${createHash("sha256").update(seed).digest("hex")}`);
  const salt = createHmac("sha256", seed)
    .update("salt")
    .digest("hex")
    .slice(0, 2 * saltBytes);
  return { salt, verifier: power(generator, exponent).toString(16) };
}

/** The server's secret b, and B that is sent to the client. */
export function startServer({ verifier }: Verifier): ServerStart {
  for (;;) {
    const secret = BigInt(`0x${randomBytes(exponentBytes).toString("hex")}`);
    const publicValue = (multiplier * fromHex(verifier) + power(generator, secret)) % modulus;
    if (publicValue !== 0n) return { secret: secret.toString(16), publicValue: publicValue.toString(16) };
  }
}

/** Is it a public value A that a client may send? A multiple of the modulus would make the key the same for every password. */
export function isClientValue(value: string): boolean {
  return /^[0-9a-f]{1,1024}$/i.test(value) && fromHex(value) % modulus !== 0n;
}

/** What a client that knows the password signs with; undefined for values that prove nothing. */
export function expectedSignature(
  { verifier }: Pick<Verifier, "verifier">,
  { secret, publicValue }: ServerStart,
  clientValue: string,
  { poolName, userId, secretBlock, timestamp }: Proof,
): Buffer | undefined {
  if (!isClientValue(clientValue)) return undefined;
  const scramble = hashOfHex(paddedHex(fromHex(clientValue)) + paddedHex(fromHex(publicValue)));
  const u = fromHex(scramble);
  if (u === 0n) return undefined;
  const base = (fromHex(clientValue) * power(fromHex(verifier), u)) % modulus;
  if (base <= 1n || base === modulus - 1n) return undefined;
  const shared = power(base, fromHex(secret));
  const key = hkdfSync("sha256", bytesOf(shared), bytesOf(u), keyInfo, keyBytes);
  return createHmac("sha256", Buffer.from(key))
    .update(poolName)
    .update(userId)
    .update(Buffer.from(secretBlock, "base64"))
    .update(timestamp)
    .digest();
}

function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

/** The shortest two's complement of a number that is not negative. */
function paddedHex(value: bigint): string {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

function hashOfHex(hex: string): string {
  return createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");
}

/** By OpenSSL's key exchange, in a twentieth of the time that JavaScript's own numbers take; throws for a base of 0, 1 or -1. */
function power(base: bigint, exponent: bigint): bigint {
  const exchange = createDiffieHellman(prime, Number(generator));
  exchange.setPrivateKey(bytesOf(exponent));
  return fromHex(exchange.computeSecret(bytesOf(base)).toString("hex"));
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(paddedHex(value), "hex");
}
