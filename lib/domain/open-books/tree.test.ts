import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consistencyPath, hashNode, inclusionPath, type NodeOf, nodesOf, rootOf } from "./tree";

/** The test vectors of Certificate Transparency: transparency-dev/merkle, testonly/constants.go. */
const INPUTS = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const LEAVES = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
  "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7",
  "07506a85fd9dd2f120eb694f86011e5bb4662e5c415a62917033d4a9624487e7",
  "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
  "4271a26be0d8a84f0bd54c8c302e7cb3a3b5d1fa6780a40bcce2873477dab658",
  "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
  "46f6ffadd3d06a09ff3c5860d2755c8b9819db7df44251788c7d8e3180de8eb1",
];
const PAIRS = [
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
  "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
  "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
];
const FOUR = "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7";
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  LEAVES[0],
  PAIRS[0],
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  FOUR,
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const hex = (bytes: Buffer) => bytes.toString("hex");
const leafOf = (content: Buffer) => hash("sha256", Buffer.concat([Buffer.of(0), content]), "buffer");
const treeOver = (leaves: readonly Buffer[]): NodeOf => {
  const levels = [leaves];
  for (let below = leaves; below.length > 1; levels.push(below)) {
    const pairs = below.filter((_, index) => index % 2 === 1);
    below = pairs.map((right, index) => hashNode(below[index * 2] as Buffer, right));
  }
  return (level, index) => levels[level]?.[index] ?? Buffer.alloc(0);
};
const PUBLISHED = treeOver(INPUTS.map((input) => leafOf(Buffer.from(input, "hex"))));

describe("RFC 6962, with its published vectors", () => {
  it("leaves and nodes", () => {
    expect(LEAVES.map((_, index) => hex(PUBLISHED(0, index)))).toEqual(LEAVES);
    expect(PAIRS.map((_, index) => hex(PUBLISHED(1, index)))).toEqual(PAIRS);
  });

  it("the roots of all sizes", () => {
    expect(ROOTS.map((_, size) => hex(rootOf(size, PUBLISHED)))).toEqual(ROOTS);
  });

  it("the paths and proofs of section 2.1.3, over seven leaves", () => {
    const [a, b, c, d, e, f, j] = LEAVES;
    const [g, h, i] = PAIRS;
    const k = FOUR;
    const l = hex(hashNode(PUBLISHED(1, 2), PUBLISHED(0, 6)));
    const path = (leaf: number) => inclusionPath(leaf, 7, PUBLISHED).map(hex);
    expect(path(0)).toEqual([b, h, l]);
    expect(path(3)).toEqual([c, g, l]);
    expect(path(4)).toEqual([f, j, k]);
    expect(path(6)).toEqual([i, k]);
    const proof = (from: number) => consistencyPath(from, 7, PUBLISHED).map(hex);
    expect(proof(3)).toEqual([c, d, g, l]);
    expect(proof(4)).toEqual([l]);
    expect(proof(6)).toEqual([i, j, k]);
    expect([a, e]).toHaveLength(2);
  });
});

it("a tree of which every eighth level is stored is the same tree, and reads few of its hashes", () => {
  const leaves = Array.from({ length: 70_000 }, (_, index) => leafOf(Buffer.from(String(index))));
  const whole = treeOver(leaves);
  const blocks = new Map<string, Buffer>();
  let reads = 0;
  const stored = nodesOf((level, index) => {
    reads += 1;
    const key = `${level}/${index}`;
    const known = blocks.get(key) ?? whole(level, index);
    blocks.set(key, known);
    return known;
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: leaves.length }), fc.nat(), fc.nat(), (size, any, other) => {
      expect(rootOf(size, stored)).toEqual(rootOf(size, whole));
      reads = 0;
      const leaf = any % size;
      expect(inclusionPath(leaf, size, stored)).toEqual(inclusionPath(leaf, size, whole));
      const from = 1 + (other % size);
      expect(consistencyPath(from, size, stored)).toEqual(consistencyPath(from, size, whole));
      expect(reads).toBeLessThan(4 * 256 * 3);
    }),
    { numRuns: 10 },
  );
});
