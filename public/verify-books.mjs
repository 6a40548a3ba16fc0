/**
 * Checks the published books of Steuntje, in a browser and offline. It needs nothing but this file:
 *
 *   node verify-books.mjs proof.json                 one's own donation, with its path to a night's root
 *   node verify-books.mjs proof.json books.json      the same, and that the night is the one in a list kept elsewhere
 *   node verify-books.mjs books.json                 a list of nights: signatures, and each after the one before
 *   node verify-books.mjs consistency.json           that nothing was changed between two nights
 *
 * The files are the answers of GET /api/open-books/{night}/proof, /api/open-books and /api/open-books/consistency.
 * Every check is { check, holds, of }: `holds` is null where this program cannot tell (a browser without Ed25519, a
 * night before the list). Exit code 0: all hold, 1: one fails, 2: none fails, and of some it cannot tell.
 * The tree is that of RFC 6962, checked as RFC 9162, sections 2.1.3.2 and 2.1.4.2, describe it.
 */

const utf8 = new TextEncoder();
/** Anything but the digits of so many bytes is an error: nothing is read with good will. */
function fromHex(hex, bytes = 32) {
  if (typeof hex !== "string" || hex.length !== 2 * bytes || !/^[0-9a-f]*$/.test(hex))
    throw new Error("no hash");
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
function mustBeWhole(...numbers) {
  for (const number of numbers)
    if (!Number.isSafeInteger(number)) throw new Error(`${number} is no whole number`);
}
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromBase64Url = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function sha256(...parts) {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
const hashLeaf = (salt, entry) => sha256([0], fromHex(salt, 16), utf8.encode(entry));
const hashNode = (left, right) => sha256([1], left, right);

/** The root to which a leaf's path leads; null for a path that is too short or too long. */
export async function rootFromPath({ salt, entry, index, path }, size) {
  mustBeWhole(index, size);
  if (index < 0 || index >= size) return null;
  let [at, last, hash] = [index, size - 1, await hashLeaf(salt, entry)];
  for (const sibling of path.map((each) => fromHex(each))) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = await hashNode(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = await hashNode(hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? toHex(hash) : null;
}

/** Whether the tree of `to` begins with all leaves of the tree of `from`. */
export async function isConsistent({ from, to, path }) {
  mustBeWhole(from.size, to.size);
  if (from.size < 0 || from.size > to.size) return false;
  if (from.size === to.size) return path.length === 0 && from.root === to.root;
  if (from.size === 0) return path.length === 0 && from.root === toHex(await sha256());
  const isWhole = Number.isInteger(Math.log2(from.size));
  const hashes = [...(isWhole ? [from.root] : []), ...path].map((each) => fromHex(each));
  let [at, last] = [from.size - 1, to.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let before = hashes[0];
  let after = hashes[0];
  if (!before) return false;
  for (const hash of hashes.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = await hashNode(hash, before);
      after = await hashNode(hash, after);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else after = await hashNode(after, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && toHex(before) === from.root && toHex(after) === to.root;
}

/** Whether a text has a signature of a public key; null where Ed25519 is unknown. */
async function isSigned(text, signature, publicKey) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", fromBase64Url(publicKey), "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error?.name === "NotSupportedError") return null;
    return false;
  }
  return crypto.subtle.verify("Ed25519", key, fromBase64Url(signature), utf8.encode(text));
}

/** A check that cannot be made because of what it was given has failed; without Web Crypto nobody can tell. */
const careful =
  (run) =>
  async (...given) => {
    if (!globalThis.crypto?.subtle) return [{ check: "readable", holds: null, of: "no Web Crypto here" }];
    return run(...given).catch((error) => [{ check: "readable", holds: false, of: String(error) }]);
  };

/** What a night says must be what is signed, by the key that it names. */
export const checkNight = careful(async (published) => {
  const { statement, signature, ...shown } = published;
  const { night, keyId, publicKey } = published;
  const isSaid = sorted(JSON.parse(statement)) === sorted(shown);
  const isOfKey = toHex(await sha256(fromBase64Url(publicKey))).slice(0, 16) === keyId;
  const isValid = await isSigned(statement, signature, publicKey);
  return [{ check: "signature", holds: isSaid && isOfKey && isValid, of: `${night}, key ${keyId}` }];
});

const sorted = (value) =>
  JSON.stringify(value, (_, each) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/**
 * A donation's entries: each is in the tree, all are of one donation, the expected one if it is named, none is there
 * twice, they add up to zero, and the night is signed. What was paid is for who gave to compare.
 */
export const checkProof = careful(async ({ published, leaves, root }, expected = {}) => {
  const entries = leaves.map(({ entry }) => JSON.parse(entry));
  mustBeWhole(...entries.map(({ amount }) => amount), ...entries.map(({ entry }) => entry));
  const { donation } = entries[0] ?? {};
  const isOne = entries.every((each) => each.donation === donation) && typeof donation === "string";
  const isEachOnce = new Set(entries.map(({ entry }) => entry)).size === entries.length;
  const isExpected = (expected.donationId ?? donation) === donation;
  const checks = [{ check: "donation", holds: isOne && isEachOnce && isExpected, of: String(donation) }];
  for (const leaf of leaves) {
    const holds = (await rootFromPath(leaf, published.size)) === root;
    checks.push({ check: "leaf", holds, of: `${leaf.index}: ${leaf.entry}` });
  }
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  checks.push({ check: "sum", holds: entries.length > 0 && sum === 0, of: String(sum) });
  const isOfNight = root === published.root && (expected.night ?? published.night) === published.night;
  checks.push({ check: "root", holds: isOfNight, of: `${published.night}: ${root}` });
  return [...checks, ...(await checkNight(published))];
});

/** Two nights: both are signed, and the later one has all of the earlier one, unchanged. */
export const checkConsistency = careful(async ({ from, to, path }, expected = {}) => {
  const isExpected =
    (expected.from ?? from.statement) === from.statement && (expected.to ?? to.night) === to.night;
  const holds = (await isConsistent({ from, to, path })) && isExpected;
  const of = `${from.night} (${from.size}) and ${to.night} (${to.size})`;
  return [{ check: "consistency", holds, of }, ...(await checkNight(from)), ...(await checkNight(to))];
});

/** A list of nights, in any order: each is signed, and says which one was before it; a new key is signed by the old. */
export const checkNights = careful(async (nights) => {
  const inOrder = [...nights].sort((a, b) => (a.night < b.night ? -1 : 1));
  const checks = [];
  for (const [at, night] of inOrder.entries()) {
    checks.push(...(await checkNight(night)));
    const before = inOrder[at - 1];
    if (!before) continue;
    const known = toHex(await sha256(utf8.encode(before.statement)));
    const isLost = night.restored !== null;
    const of = `${before.night}, ${night.night}${isLost ? `, without ${night.restored.night}` : ""}`;
    checks.push({ check: isLost ? "restored" : "chain", holds: !isLost && night.previous === known, of });
    if (night.publicKey === before.publicKey) continue;
    const { handover } = night;
    const holds =
      handover?.keyId === before.keyId &&
      (await isSigned(night.publicKey, handover.signature, before.publicKey));
    checks.push({ check: "key", holds, of: `${before.keyId}, ${night.keyId}` });
  }
  return checks;
});

/** The checks of files, by what is in them, and that they are of the same nights. */
export async function checkFiles(files) {
  const lists = files.filter(Array.isArray);
  const checks = [];
  const said = [];
  for (const file of files) {
    if (Array.isArray(file)) checks.push(...(await checkNights(file)));
    else if (file.leaves) checks.push(...(await checkProof(file)));
    else checks.push(...(await checkConsistency(file)));
    if (!Array.isArray(file)) said.push(...(file.leaves ? [file.published] : [file.from, file.to]));
  }
  for (const [at, one] of said.entries()) {
    const other = said.slice(0, at).find(({ night }) => night === one.night);
    if (other) checks.push({ check: "same", holds: other.statement === one.statement, of: one.night });
    for (const list of lists) {
      // A list of the newest nights does not reach far back.
      const isBefore = list.every(({ night }) => one.night < night);
      const holds = isBefore ? null : list.some(({ statement }) => statement === one.statement);
      checks.push({ check: "listed", holds, of: isBefore ? `${one.night} is before this list` : one.night });
    }
  }
  return checks;
}

if (globalThis.process?.argv?.[1]?.endsWith("verify-books.mjs")) {
  const { readFile } = await import("node:fs/promises");
  const paths = process.argv.slice(2);
  const files = await Promise.all(paths.map(async (path) => JSON.parse(await readFile(path, "utf8"))));
  const checks = await checkFiles(files);
  for (const { check, holds, of } of checks) {
    process.stdout.write(`${holds === null ? "?" : holds ? "holds" : "FAILS"}  ${check.padEnd(11)}  ${of}\n`);
  }
  const fails = checks.length === 0 || checks.some(({ holds }) => holds === false);
  process.exitCode = fails ? 1 : checks.every(({ holds }) => holds) ? 0 : 2;
}
