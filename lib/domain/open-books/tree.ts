import { hash } from "node:crypto";

/** The hash of a complete subtree: of the `2 ** level` leaves from the place `index * 2 ** level` on. */
export type NodeOf = (level: number, index: number) => Buffer;

const digest = (bytes: Buffer): Buffer => hash("sha256", bytes, "buffer");

const NODE = Buffer.of(1);

/** The hash of a node (RFC 6962, section 2.1). */
export const hashNode = (left: Buffer, right: Buffer): Buffer => digest(Buffer.concat([NODE, left, right]));

/** The root of the tree over the first leaves (RFC 6962, section 2.1). */
export function rootOf(size: number, node: NodeOf): Buffer {
  return size === 0 ? digest(Buffer.alloc(0)) : subtree(0, size, node);
}

/** The path that leads from a leaf to the root of the first `size` leaves (RFC 6962, section 2.1.1). */
export function inclusionPath(leaf: number, size: number, node: NodeOf): Buffer[] {
  const path = (start: number, end: number): Buffer[] => {
    if (end - start === 1) return [];
    const middle = start + split(end - start);
    return leaf < middle
      ? [...path(start, middle), subtree(middle, end, node)]
      : [...path(middle, end), subtree(start, middle, node)];
  };
  return path(0, size);
}

/** The proof that the tree over `from` leaves is the beginning of that over `to` (RFC 6962, section 2.1.2). */
export function consistencyPath(from: number, to: number, node: NodeOf): Buffer[] {
  const path = (size: number, start: number, end: number, isWhole: boolean): Buffer[] => {
    if (size === end - start) return isWhole ? [] : [subtree(start, end, node)];
    const half = split(end - start);
    const middle = start + half;
    return size <= half
      ? [...path(size, start, middle, isWhole), subtree(middle, end, node)]
      : [...path(size - half, middle, end, false), subtree(start, middle, node)];
  };
  return from === 0 ? [] : path(from, 0, to, true);
}

/** The largest power of two that is smaller than a size. */
function split(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

function subtree(start: number, end: number, node: NodeOf): Buffer {
  const size = end - start;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return node(level, start / size);
  const middle = start + split(size);
  return hashNode(subtree(start, middle, node), subtree(middle, end, node));
}

/** Every so many levels the nodes are stored. */
const STORED_EVERY = 8;

/** The nodes of a tree of which those at every eighth level are stored. */
export function nodesOf(stored: NodeOf): NodeOf {
  const node: NodeOf = (level, index) =>
    level % STORED_EVERY === 0
      ? stored(level, index)
      : hashNode(node(level - 1, index * 2), node(level - 1, index * 2 + 1));
  return node;
}
